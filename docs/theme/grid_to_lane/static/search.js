// Search. Sphinx's index (searchindex.js) says which pages have the words, split and stemmed as the index was;
// excerpts.js holds the sections' text and says where on the page. Both are scripts, so that search works from a folder.
const Search = (function () {
  "use strict";
  const base = document.documentElement.dataset.content_root;
  const chinese = document.documentElement.lang.startsWith("zh");
  const words = chinese
    ? { hint: "搜索全书", none: "没有找到。", count: (n) => `${n} 处`, close: "关闭", failed: "索引加载失败。请检查网络连接，然后再搜一次。" }
    : {
        hint: "Search the book",
        none: "Nothing found.",
        count: (n) => `${n} ${n === 1 ? "place" : "places"}`,
        close: "Close",
        failed: "The index could not be loaded. Look whether you are online, then search again.",
      };
  const MOST_RESULTS = 40;
  const EXCERPT = chinese ? 60 : 110; // Characters before and after the words found.
  let index = null;
  let excerpts = null;
  let loading = null;

  function loadScript(name) {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = base + name;
      script.onload = resolve;
      script.onerror = reject;
      document.head.append(script);
    });
  }
  function load() {
    loading ??= loadScript("_static/language_data.js")
      .then(() => Promise.all([loadScript("searchindex.js"), loadScript("_static/excerpts.js")]));
    loading.catch(() => (loading = null)); // The next search asks for it again.
    return loading;
  }

  // English words by letters and digits; language_data.js brings another splitter for Chinese.
  function split(query) {
    if (typeof splitQuery === "function") return splitQuery(query);
    return query.split(/[^\p{Letter}\p{Number}_]+/u).filter((word) => word);
  }

  // Pages whose text or title has every term, by number in the index. A Latin term also matches as the start of a word.
  function pagesWith(terms) {
    let pages = null;
    for (const term of terms) {
      const found = new Set();
      for (const table of [index.terms, index.titleterms]) {
        for (const word of Object.keys(table)) {
          if (word === term || (/^\w{2,}$/.test(term) && word.startsWith(term))) {
            for (const page of [table[word]].flat()) found.add(page);
          }
        }
      }
      pages = pages === null ? found : new Set([...pages].filter((page) => found.has(page)));
    }
    return pages ?? new Set();
  }

  function find(query) {
    const stemmer = new Stemmer();
    const spoken = split(query.toLowerCase().trim()).filter((word) => !stopwords.has(word));
    const terms = spoken.map((word) => stemmer.stemWord(word));
    const results = [];
    for (const page of pagesWith(terms)) {
      const name = index.docnames[page];
      for (const [anchor, heading, text] of excerpts[name] ?? []) {
        const score = scoreOf(query.toLowerCase().trim(), terms, heading.toLowerCase(), text.toLowerCase());
        const weight = name.startsWith("lessons/") && !name.endsWith("/data") ? 1 : 0.5; // Lessons before reference.
        if (score > 0) results.push({ url: `${base}${name}.html#${anchor}`, page: index.titles[page], heading, text, score: score * weight });
      }
    }
    results.sort((a, b) => b.score - a.score);
    return { results: results.slice(0, MOST_RESULTS), terms };
  }

  // The whole phrase counts most, a heading more than text; each term once more in text the more of them there are.
  function scoreOf(phrase, terms, heading, text) {
    let score = 0;
    if (heading.includes(phrase)) score += 40;
    if (text.includes(phrase)) score += 20;
    const inHeading = terms.filter((term) => heading.includes(term)).length;
    const inText = terms.filter((term) => text.includes(term)).length;
    if (inHeading + inText < terms.length && score === 0) return 0;
    return score + (10 * inHeading + 4 * inText) / terms.length;
  }

  // Text with the words found set in <mark>, cut to the surroundings of the first.
  function excerptOf(text, query, terms) {
    const escape = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const phrase = query.trim();
    const wanted = text.toLowerCase().includes(phrase.toLowerCase()) ? [phrase] : terms;
    const pattern = new RegExp(wanted.map(escape).join("|"), "giu");
    const first = text.search(pattern);
    const start = Math.max(0, first - EXCERPT);
    const piece = text.slice(start, start + 2 * EXCERPT);
    const line = document.createElement("span");
    line.className = "excerpt";
    let at = 0;
    if (start > 0) line.append("…");
    for (const match of piece.matchAll(pattern)) {
      const mark = document.createElement("mark");
      mark.textContent = match[0];
      line.append(piece.slice(at, match.index), mark);
      at = match.index + match[0].length;
    }
    line.append(piece.slice(at), start + 2 * EXCERPT < text.length ? "…" : "");
    return line;
  }

  function entry({ url, page, heading, text }, query, terms) {
    const link = document.createElement("a");
    link.href = url;
    const title = document.createElement("span");
    title.className = "heading";
    title.textContent = heading;
    const where = document.createElement("span");
    where.className = "page";
    where.textContent = page === heading ? "" : page;
    link.append(where, title, excerptOf(text, query, terms));
    const item = document.createElement("li");
    item.append(link);
    return item;
  }

  // One field with its count and its list.
  function attach(field, count, list) {
    let asked = 0;
    async function show() {
      const query = field.value;
      const turn = ++asked;
      if (!query.trim()) {
        list.replaceChildren();
        count.textContent = "";
        return;
      }
      try {
        await load();
      } catch (error) {
        list.replaceChildren();
        count.textContent = words.failed;
        return;
      }
      if (turn !== asked) return;
      const { results, terms } = find(query);
      list.replaceChildren(...results.map((result) => entry(result, query, terms)));
      count.textContent = results.length === 0 ? words.none : words.count(results.length);
    }
    field.addEventListener("input", show);
    return show;
  }

  // The panel that `/` and the bar's link open.
  let panel = null;
  function openPanel() {
    if (!panel) {
      panel = document.createElement("dialog");
      panel.className = "search-panel";
      panel.setAttribute("aria-label", words.hint);
      panel.innerHTML =
        '<form class="search-form" role="search" method="dialog"><input type="search" name="q" autocomplete="off" spellcheck="false">' +
        '<button class="close" type="button"></button></form><p class="search-count" role="status"></p><ol class="search-results"></ol>';
      const field = panel.querySelector("input");
      field.setAttribute("aria-label", words.hint);
      field.placeholder = words.hint;
      const close = panel.querySelector(".close");
      close.textContent = words.close;
      close.addEventListener("click", () => panel.close());
      panel.querySelector("form").addEventListener("submit", (event) => {
        event.preventDefault();
        panel.querySelector(".search-results a")?.click();
      });
      panel.addEventListener("click", (event) => {
        if (event.target === panel || event.target.closest(".search-results a")) panel.close();
      });
      panel.addEventListener("keydown", moveThroughResults);
      attach(field, panel.querySelector(".search-count"), panel.querySelector(".search-results"));
      document.body.append(panel);
    }
    panel.showModal();
    panel.querySelector("input").select();
    load();
  }
  function moveThroughResults(event) {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const stops = [panel.querySelector("input"), ...panel.querySelectorAll(".search-results a")];
    const next = stops.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
    stops[Math.max(0, Math.min(next, stops.length - 1))].focus();
    event.preventDefault();
  }

  document.querySelector(".search-button")?.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    openPanel();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    openPanel();
  });

  // The search page: search.html?q=words.
  const pageField = document.querySelector("main .search-form input");
  if (pageField) {
    const show = attach(pageField, document.querySelector("main .search-count"), document.querySelector("main .search-results"));
    pageField.value = new URLSearchParams(location.search).get("q") ?? "";
    pageField.focus();
    show();
  }

  return {
    setIndex(value) { index = value; },
    setExcerpts(value) { excerpts = value; },
  };
})();
