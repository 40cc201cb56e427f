// Before the first paint: the reader's own choice of scheme, and the mark that scripts run.
(function () {
  "use strict";
  var root = document.documentElement;
  root.classList.add("scripted");
  try {
    var scheme = localStorage.getItem("gtl-scheme");
    if (scheme === "light" || scheme === "dark") root.dataset.scheme = scheme;
  } catch (error) {
    // Storage may be refused; the system's scheme is used then.
  }
})();
