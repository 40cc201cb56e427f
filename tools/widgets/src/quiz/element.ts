// <gtl-quiz>: checks a question's form where it stands and keeps the answer.
import { languageOf, type Language } from "../language.ts";
import { keepLesson, keptLesson } from "../store.ts";
import {
  feedback,
  shownExplanations,
  step,
  UNANSWERED,
  type Question,
  type QuizEvent,
  type State,
} from "./question.ts";

export class QuizElement extends HTMLElement {
  private question!: Question;
  private state: State = UNANSWERED;
  private language: Language = "en";
  private readonly said = document.createElement("p");

  connectedCallback(): void {
    const form = this.querySelector("form");
    if (form === null || this.hasAttribute("data-live")) return;
    this.language = languageOf(this);
    this.question = this.readQuestion();
    this.restore();
    this.addFoot(form);
    form.addEventListener("input", () => this.send({ kind: "answer", answer: this.readAnswer() }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send({ kind: "check" });
      this.keep();
    });
    this.show();
    this.toggleAttribute("data-live", true);
  }

  private readQuestion(): Question {
    const kind = this.dataset["kind"];
    if (kind === "number")
      return { kind, answer: Number(this.dataset["answer"]), tolerance: Number(this.dataset["tolerance"] ?? 0) };
    return {
      kind: kind === "multiple" ? kind : "single",
      right: this.choices().map((choice) => choice.dataset["right"] === "true"),
    };
  }

  private choices(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>(".choices > li")];
  }

  private inputs(): HTMLInputElement[] {
    return [...this.querySelectorAll<HTMLInputElement>("input")];
  }

  private readAnswer(): string[] {
    const inputs = this.inputs();
    if (this.question.kind === "number") return inputs.map((input) => input.value);
    return inputs.filter((input) => input.checked).map((input) => input.value);
  }

  private restore(): void {
    const answer = keptLesson(this.lesson()).answers[this.id];
    if (answer === undefined) return;
    for (const input of this.inputs()) {
      if (this.question.kind === "number") input.value = answer.answer[0] ?? "";
      else input.checked = answer.answer.includes(input.value);
    }
    this.state = { ...UNANSWERED, ...answer, verdict: answer.solved ? "right" : "none" };
  }

  private lesson(): string {
    return this.dataset["lesson"] ?? "";
  }

  private addFoot(form: HTMLFormElement): void {
    let button = form.querySelector("button");
    if (button === null) {
      button = document.createElement("button");
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
    this.querySelectorAll<HTMLDetailsElement>("details.explanation").forEach((details, position) => {
      details.hidden = !shown.includes(position);
      details.open = !details.hidden;
    });
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
