// <gtl-quiz>: checks a question's form where it stands and keeps the answer.
import { languageOf, type Language, type Words } from "../language.ts";
import { CHANGED, keepLesson, keptLesson } from "../store.ts";
import {
  feedback,
  moved,
  shownExplanations,
  step,
  UNANSWERED,
  type Question,
  type QuizEvent,
  type State,
} from "./question.ts";

const MOVES: readonly [-1 | 1, string, Words][] = [
  [-1, "↑", { en: "Move up", zh: "上移" }],
  [1, "↓", { en: "Move down", zh: "下移" }],
];

export class QuizElement extends HTMLElement {
  private question!: Question;
  private state: State = UNANSWERED;
  private language: Language = "en";
  private readonly said = document.createElement("p");
  private firstOrder: readonly string[] = [];
  private readonly follow = (): void => this.followKept();

  connectedCallback(): void {
    const form = this.querySelector("form");
    if (form === null || this.hasAttribute("data-live")) return;
    this.language = languageOf(this);
    this.question = this.readQuestion();
    if (this.question.kind === "order") this.addMoves();
    this.firstOrder = this.order();
    this.restore();
    this.addFoot(form);
    form.addEventListener("input", () => this.send({ kind: "answer", answer: this.readAnswer() }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send({ kind: "check" });
      this.keep();
    });
    this.show();
    document.addEventListener(CHANGED, this.follow);
    this.toggleAttribute("data-live", true);
  }

  disconnectedCallback(): void {
    document.removeEventListener(CHANGED, this.follow);
  }

  /** What is kept was erased, or loaded from a file, or changed in another tab: the question shows it. */
  private followKept(): void {
    const answer = keptLesson(this.lesson()).answers[this.id];
    if (answer === undefined && this.state.attempts > 0) {
      this.querySelector("form")?.reset();
      this.arrange(this.firstOrder);
      this.state = { ...UNANSWERED, answer: this.question.kind === "order" ? this.order() : [] };
      this.show();
    } else if (answer?.solved === true && !this.state.solved) {
      this.restore();
      this.show();
    }
  }

  private readQuestion(): Question {
    const kind = this.dataset["kind"];
    if (kind === "number")
      return { kind, answer: Number(this.dataset["answer"]), tolerance: Number(this.dataset["tolerance"] ?? 0) };
    if (kind === "order") return { kind, items: this.choices().length };
    const right = this.choices().map((choice) => choice.dataset["right"] === "true");
    if (kind === "line")
      return { kind, right, explained: this.choices().map((line) => line.querySelector("details") !== null) };
    return { kind: kind === "multiple" ? kind : "single", right };
  }

  /** Choices, lines or items, as they stand. */
  private choices(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>(".choices > li")];
  }

  private inputs(): HTMLInputElement[] {
    return [...this.querySelectorAll<HTMLInputElement>("input")];
  }

  private order(): string[] {
    return this.choices().map((item) => item.dataset["item"] ?? "");
  }

  private readAnswer(): string[] {
    if (this.question.kind === "order") return this.order();
    const inputs = this.inputs();
    if (this.question.kind === "number") return inputs.map((input) => input.value);
    return inputs.filter((input) => input.checked).map((input) => input.value);
  }

  private restore(): void {
    const answer = keptLesson(this.lesson()).answers[this.id];
    if (this.question.kind === "order") {
      // The order in which the items stand is an answer already.
      if (answer !== undefined) this.arrange(answer.answer);
      this.state = { ...this.state, answer: this.order() };
    }
    if (answer === undefined) return;
    for (const input of this.inputs()) {
      if (this.question.kind === "number") input.value = answer.answer[0] ?? "";
      else input.checked = answer.answer.includes(input.value);
    }
    this.state = { ...UNANSWERED, ...answer, verdict: answer.solved ? "right" : "none" };
  }

  /** Two buttons an item: they work with a mouse, a thumb and a keyboard alike. */
  private addMoves(): void {
    for (const item of this.choices()) {
      const buttons = document.createElement("span");
      buttons.className = "moves";
      for (const [by, sign, name] of MOVES) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = sign;
        button.setAttribute("aria-label", `${name[this.language]}: ${item.querySelector("span")?.textContent ?? ""}`);
        button.addEventListener("click", () => {
          this.arrange(moved(this.order(), this.choices().indexOf(item), by));
          button.focus();
          this.send({ kind: "answer", answer: this.order() });
        });
        buttons.append(button);
      }
      item.prepend(buttons);
    }
  }

  private arrange(order: readonly string[]): void {
    const items = new Map(this.choices().map((item) => [item.dataset["item"] ?? "", item]));
    // An answer kept from an older text may name items that are gone.
    if (order.length !== items.size || order.some((value) => !items.has(value))) return;
    for (const value of order) {
      const item = items.get(value);
      if (item !== undefined) item.parentElement?.append(item);
    }
  }

  private lesson(): string {
    return this.dataset["lesson"] ?? "";
  }

  private addFoot(form: HTMLFormElement): void {
    let button = form.querySelector<HTMLButtonElement>("button[type=submit]");
    if (button === null) {
      button = document.createElement("button");
      button.type = "submit";
      button.textContent = this.language === "zh" ? "检查" : "Check";
      form.append(button);
    }
    this.said.className = "feedback";
    this.said.setAttribute("role", "status");
    button.after(this.said);
  }

  private send(event: QuizEvent): void {
    this.state = step(this.question, this.state, event);
    this.show();
  }

  private show(): void {
    this.dataset["verdict"] = this.state.verdict;
    this.said.textContent = feedback(this.question, this.state, this.language);
    const shown = shownExplanations(this.question, this.state);
    for (const details of this.querySelectorAll<HTMLDetailsElement>("details.explanation")) {
      const choice = details.closest<HTMLElement>(".choices > li");
      const value = choice === null ? 0 : Number(choice.dataset["item"] ?? this.choices().indexOf(choice));
      details.hidden = !shown.includes(value);
      details.open = !details.hidden;
    }
  }

  /** An answer is kept once it is checked; one that was right stays so. */
  private keep(): void {
    if (this.state.verdict !== "right" && this.state.verdict !== "wrong") return;
    const { answer, attempts, solved } = this.state;
    if (solved && this.state.verdict === "wrong") return;
    keepLesson(this.lesson(), (lesson) => ({
      ...lesson,
      answers: { ...lesson.answers, [this.id]: { answer, attempts, solved } },
    }));
  }
}
