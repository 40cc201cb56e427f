// <gtl-progress>: the lesson's 32 cells, and what the reader may do with what is kept.
import { escapeHtml, fill, languageOf, type Language, type Words } from "../language.ts";
import {
  CHANGED,
  eraseKept,
  isKept,
  keep,
  keepLesson,
  kept,
  keptLesson,
  parseKept,
  type KeptLesson,
} from "../store.ts";
import { forPage, merged, progressOf, withSection } from "./progress.ts";

const WORDS = {
  progress: {
    en: "Sections read: {sections} of {allSections}; questions answered: {solved} of {questions}",
    zh: "已读 {sections} / {allSections} 节，答对 {solved} / {questions} 题",
  },
  questions: { en: "Questions:", zh: "题目：" },
  solved: { en: "question {n}, answered", zh: "第 {n} 题，已答对" },
  tried: { en: "question {n}, tried", zh: "第 {n} 题，答过，尚未答对" },
  open: { en: "question {n}, not yet tried", zh: "第 {n} 题，尚未作答" },
  next: { en: "Next: {title}", zh: "接下来：{title}" },
  loaded: { en: "What “{file}” holds has been added.", zh: "已加入“{file}”中的内容。" },
  where: { en: "Kept in this browser only, for both languages.", zh: "只保存在本浏览器中，中英文共用。" },
  notKept: {
    en: "This browser keeps nothing: what you do here is gone when the page is closed. Save it to a file.",
    zh: "浏览器没有保存：关闭页面后，这里的进度就会丢失。请保存到文件。",
  },
  save: { en: "Save to a file", zh: "保存到文件" },
  load: { en: "Load from a file", zh: "从文件恢复" },
  erase: { en: "Erase", zh: "清除" },
  eraseSure: { en: "Erase everything? Press again", zh: "全部清除？再按一次" },
  notOurs: {
    en: "“{file}” was not saved by this book; nothing has changed. Choose grid-to-lane-progress.json.",
    zh: "“{file}”不是本书保存的，没有任何改动。请选择 grid-to-lane-progress.json。",
  },
} satisfies Record<string, Words>;

/** A section is read when its end has been in view this long; scrolling past is not reading. */
const DWELL_MS = 1000;

export class ProgressElement extends HTMLElement {
  private readonly show = (): void => this.showNumbers();
  private language: Language = "en";
  private sections: HTMLElement[] = [];
  private questions: string[] = [];

  connectedCallback(): void {
    this.language = languageOf(this);
    this.sections = [...document.querySelectorAll<HTMLElement>("main section[id]")].filter(
      (section) => section.querySelector(":scope > h2") !== null,
    );
    this.questions = [...document.querySelectorAll("gtl-quiz[id]")].map((quiz) => quiz.id);
    this.render();
    this.dropWhatThePageLacks();
    document.addEventListener(CHANGED, this.show);
    this.showNumbers();
    this.watchSections();
  }

  disconnectedCallback(): void {
    document.removeEventListener(CHANGED, this.show);
  }

  private lesson(): string {
    return this.dataset["lesson"] ?? "";
  }

  private dropWhatThePageLacks(): void {
    const now = keptLesson(this.lesson());
    const here = forPage(
      now,
      this.sections.map((section) => section.id),
      this.questions,
    );
    if (JSON.stringify(here) !== JSON.stringify(now)) keepLesson(this.lesson(), () => here);
  }

  private render(): void {
    const words = (name: keyof typeof WORDS): string => WORDS[name][this.language];
    this.innerHTML =
      `<div class="warp" aria-hidden="true"></div><p class="progress-text" role="status"></p>` +
      `<p class="progress-next"></p><p class="progress-questions">${words("questions")} ${this.questionLinks()}</p>` +
      `<p class="progress-message" role="status"></p>` +
      `<p class="progress-kept"><span class="where">${words("where")}</span> <button type="button" data-action="save">${words("save")}</button> ` +
      `<label class="button">${words("load")}<input type="file" accept="application/json"></label> ` +
      `<button type="button" data-action="erase">${words("erase")}</button></p>`;
    this.querySelector("[data-action=save]")?.addEventListener("click", () => saveToFile());
    this.querySelector<HTMLButtonElement>("[data-action=erase]")?.addEventListener("click", (event) =>
      this.erase(event.target as HTMLButtonElement),
    );
    this.querySelector("input")?.addEventListener(
      "change",
      (event) => void this.load(event.target as HTMLInputElement),
    );
  }

  /** One for each question, in their order: where it is, and, once shown, how far the reader is with it. */
  private questionLinks(): string {
    return this.questions.map((id, i) => `<a href="#${escapeHtml(id)}">${i + 1}</a>`).join(" ");
  }

  private showQuestions(lesson: KeptLesson): void {
    this.querySelectorAll<HTMLElement>(".progress-questions a").forEach((link, i) => {
      const answer = lesson.answers[this.questions[i] ?? ""];
      const state = answer === undefined ? "open" : answer.solved ? "solved" : "tried";
      link.dataset["state"] = state;
      link.setAttribute("aria-label", fill(WORDS[state][this.language], { n: i + 1 }));
    });
  }

  /** Where a reader who comes back goes on: the first section not yet read. */
  private showNext(lesson: KeptLesson): void {
    const next = this.sections.find(({ id }) => !lesson.sections.includes(id));
    const place = this.querySelector(".progress-next");
    if (place === null) return;
    const title = [...(next?.querySelector("h2")?.childNodes ?? [])]
      .filter((node) => !(node instanceof Element && node.matches(".headerlink")))
      .map((node) => node.textContent)
      .join("");
    place.innerHTML =
      next === undefined
        ? ""
        : fill(WORDS.next[this.language], { title: `<a href="#${escapeHtml(next.id)}">${escapeHtml(title)}</a>` });
  }

  private showNumbers(): void {
    const where = this.querySelector(".where");
    if (where !== null) where.textContent = WORDS[isKept() ? "where" : "notKept"][this.language];
    const lesson = keptLesson(this.lesson());
    const { filled, sections, solved } = progressOf(lesson);
    this.showQuestions(lesson);
    this.showNext(lesson);
    this.querySelector<HTMLElement>(".warp")?.style.setProperty("--filled", String(filled));
    this.say(
      fill(WORDS.progress[this.language], {
        sections,
        solved,
        allSections: this.sections.length,
        questions: this.questions.length,
      }),
    );
  }

  private say(text: string): void {
    const status = this.querySelector(".progress-text");
    if (status !== null && status.textContent !== text) status.textContent = text;
  }

  /** What became of the reader's file: it stays when a section is read meanwhile. */
  private tell(text: string): void {
    const place = this.querySelector(".progress-message");
    if (place !== null) place.textContent = text;
  }

  private watchSections(): void {
    const waiting = new Map<Element, number>();
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        window.clearTimeout(waiting.get(target));
        if (isIntersecting)
          waiting.set(
            target,
            window.setTimeout(() => this.read(target), DWELL_MS),
          );
      }
    });
    for (const section of this.sections)
      if (section.lastElementChild !== null) observer.observe(section.lastElementChild);
  }

  private read(end: Element): void {
    const section = this.sections.find((candidate) => candidate.lastElementChild === end);
    if (section !== undefined) keepLesson(this.lesson(), (lesson) => withSection(lesson, section.id));
  }

  /** Two presses: there is no way back. */
  private erase(button: HTMLButtonElement): void {
    const sure = WORDS.eraseSure[this.language];
    if (button.textContent !== sure) {
      button.textContent = sure;
      return;
    }
    eraseKept();
    button.textContent = WORDS.erase[this.language];
    this.dropWhatThePageLacks();
  }

  private async load(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    if (file === undefined) return;
    const value = parseKept(await file.text());
    input.value = "";
    if (value === null) return this.tell(fill(WORDS.notOurs[this.language], { file: file.name }));
    keep(merged(kept(), value));
    this.dropWhatThePageLacks();
    this.tell(fill(WORDS.loaded[this.language], { file: file.name }));
  }
}

function saveToFile(): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(kept())], { type: "application/json" }));
  link.download = "grid-to-lane-progress.json";
  link.click();
  URL.revokeObjectURL(link.href);
}
