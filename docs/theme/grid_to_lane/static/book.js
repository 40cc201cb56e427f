// What a page does beside its widgets: scheme, language switch, map, copy buttons, evidence cards, the section being read.
(function () {
  "use strict";
  const root = document.documentElement;
  const chinese = root.lang.startsWith("zh");
  const words = chinese ? { copy: "复制", copied: "已复制" } : { copy: "Copy", copied: "Copied" };

  // Scheme: the system's, until the reader chooses.
  document.querySelector(".scheme")?.addEventListener("click", () => {
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const scheme = (root.dataset.scheme || system) === "dark" ? "light" : "dark";
    root.dataset.scheme = scheme;
    try {
      localStorage.setItem("gtl-scheme", scheme);
    } catch (error) {
      // Storage may be refused; the choice then lasts as long as the page.
    }
  });

  // The other language opens at the section being read. A simulator's setting in the fragment comes along too.
  const language = document.querySelector(".bar .language");
  const headings = [...document.querySelectorAll("main section[id]")];
  function currentSection() {
    let current = "";
    for (const section of headings) if (section.getBoundingClientRect().top < innerHeight / 3) current = section.id;
    return current;
  }
  if (language) {
    const page = language.getAttribute("href");
    language.addEventListener("click", () => {
      const fragment = location.hash.includes("?") ? location.hash : currentSection() && `#${currentSection()}`;
      language.setAttribute("href", page + (scrollY > 200 || location.hash ? fragment : ""));
    });
  }

  // The map: a panel on narrow screens, with the section being read marked in it.
  const mapButton = document.querySelector(".map-button");
  function showMap(open) {
    root.classList.toggle("map-open", open);
    mapButton.setAttribute("aria-expanded", String(open));
  }
  if (mapButton) {
    mapButton.setAttribute("role", "button");
    mapButton.setAttribute("aria-expanded", "false");
    mapButton.setAttribute("aria-controls", "map");
    mapButton.addEventListener("click", (event) => {
      event.preventDefault();
      showMap(!root.classList.contains("map-open"));
    });
    mapButton.addEventListener("keydown", (event) => {
      if (event.key !== " ") return;
      event.preventDefault();
      mapButton.click();
    });
    document.querySelector(".map").addEventListener("click", (event) => {
      if (event.target.closest("a")) showMap(false);
    });
  }
  const sectionLinks = [...document.querySelectorAll(".map .sections a")];
  if (sectionLinks.length > 0) {
    const markSection = () => {
      const current = `#${currentSection()}`;
      for (const link of sectionLinks) {
        if (link.getAttribute("href") === current) link.setAttribute("aria-current", "location");
        else link.removeAttribute("aria-current");
      }
    };
    const watcher = new IntersectionObserver(markSection, { rootMargin: "0px 0px -66% 0px" });
    for (const section of headings) watcher.observe(section);
  }

  // What scrolls sideways can be reached by keyboard; so can a listing far from the window, until it is laid out and found to
  // fit. An observer is told after a layout; asking would force one.
  const reach = (box) => {
    if (!(box.firstElementChild?.checkVisibility?.({ contentVisibilityAuto: true }) ?? true)) return;
    if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight) box.tabIndex = 0;
    else if (box !== document.activeElement) box.removeAttribute("tabindex");
  };
  const scrollers = new ResizeObserver((entries) => entries.forEach(({ target }) => reach(target)));
  for (const box of document.querySelectorAll("main pre, .table-box")) {
    if (box.matches("pre")) box.tabIndex = 0;
    scrollers.observe(box);
    box.addEventListener("contentvisibilityautostatechange", () => requestAnimationFrame(() => reach(box)));
  }

  // A line's number puts the line into the address. It is no link: a thousand of them would stand in the keyboard's way.
  document.addEventListener("click", (event) => {
    const number = event.target.closest?.(".line-number[data-line]");
    if (number && !event.defaultPrevented) location.hash = number.parentElement.id;
  });

  // Search engines take only whole addresses, and the pages do not know where they will be hosted.
  for (const link of document.querySelectorAll("link[hreflang]")) link.setAttribute("href", link.href);

  // Copy buttons. Line numbers and prompts are not part of the code.
  function codeOf(box) {
    const sources = box.querySelectorAll(".line .source");
    if (sources.length > 0) return [...sources].map((line) => line.textContent).join("");
    const copy = box.querySelector("pre").cloneNode(true);
    for (const prompt of copy.querySelectorAll(".gp")) prompt.remove();
    return copy.textContent;
  }
  async function copyText(text) {
    if (navigator.clipboard && isSecureContext) return navigator.clipboard.writeText(text);
    const area = document.createElement("textarea"); // Pages opened from a folder have no clipboard interface.
    area.value = text;
    area.className = "visually-hidden";
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  for (const box of document.querySelectorAll(".listing, main div[class*='highlight-']")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = words.copy;
    button.addEventListener("click", async () => {
      await copyText(codeOf(box));
      button.textContent = words.copied;
      setTimeout(() => (button.textContent = words.copy), 1500);
    });
    (box.querySelector("figcaption") || box).append(button);
  }

  // Evidence: hover, focus or a tap on a figure opens a copy of its card beside it. The page's list keeps the original.
  let popup = null;
  let owner = null;
  let closing = 0;
  function closeCard() {
    clearTimeout(closing);
    popup?.remove();
    owner?.setAttribute("aria-expanded", "false");
    popup = owner = null;
  }
  function closeSoon() {
    clearTimeout(closing);
    closing = setTimeout(() => {
      if (!popup?.matches(":hover, :focus-within") && !owner?.matches(":hover, :focus")) closeCard();
    }, 250);
  }
  function openCard(figure) {
    if (owner === figure) return;
    const card = document.getElementById(figure.hash.slice(1));
    if (!card) return;
    closeCard();
    popup = document.createElement("div");
    popup.className = `card card-popup ${card.className}`;
    popup.append(...card.cloneNode(true).childNodes);
    popup.addEventListener("mouseleave", closeSoon);
    popup.addEventListener("focusout", closeSoon);
    owner = figure;
    owner.setAttribute("aria-expanded", "true");
    owner.after(popup); // Next in the tab order, so that its links can be reached.
    place(figure, popup);
  }
  function place(figure, card) {
    const at = figure.getBoundingClientRect();
    const within = (card.offsetParent || document.body).getBoundingClientRect();
    const left = Math.max(12, Math.min(at.left, root.clientWidth - card.offsetWidth - 12));
    const below = at.bottom + card.offsetHeight + 8 < innerHeight || at.top < card.offsetHeight + 70;
    card.style.left = `${left - within.left}px`;
    card.style.top = `${(below ? at.bottom + 6 : at.top - card.offsetHeight - 6) - within.top}px`;
  }
  for (const figure of document.querySelectorAll(".figure[href^='#evidence-']")) {
    figure.setAttribute("aria-expanded", "false");
    figure.addEventListener("mouseenter", () => openCard(figure));
    figure.addEventListener("mouseleave", closeSoon);
    figure.addEventListener("focus", () => openCard(figure));
    figure.addEventListener("blur", closeSoon);
    figure.addEventListener("click", (event) => {
      if (owner === figure) event.preventDefault(); // The card is open: a tap should not jump to the list.
      openCard(figure);
    });
  }
  const evidence = document.querySelector(".evidence-list");
  if (evidence) {
    const showTarget = () => {
      if (location.hash.startsWith("#evidence-")) evidence.open = true;
    };
    addEventListener("hashchange", showTarget);
    addEventListener("beforeprint", () => (evidence.open = true)); // On paper the cards are the numbered notes.
    showTarget();
  }
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    closeCard();
    if (root.classList.contains("map-open")) showMap(false);
  });
})();
