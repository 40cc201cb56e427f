// What the browser keeps for the reader: sections read and questions answered, by lesson, and measurements of their own GPUs.
// One key of localStorage for both languages (their ids are equal), so that it can be saved and erased in one go. It never
// leaves the browser.
import { isMeasurement, type Measurement } from "./chart/measurement.ts";
import { isRecord, isTexts } from "./json.ts";

export interface KeptAnswer {
  /** The values of the chosen boxes, or the text of the number field. */
  answer: string[];
  attempts: number;
  /** Stays true once answered right. */
  solved: boolean;
}

export interface KeptLesson {
  /** Ids of the sections read. */
  sections: string[];
  answers: Record<string, KeptAnswer>;
  /** Sections and questions that the page has: the whole of which the others are the part. */
  total: number;
}

export interface Kept {
  format: 1;
  lessons: Record<string, KeptLesson>;
  /** Of the reader's GPUs, for the charts. */
  measurements?: Measurement[];
}

const KEY = "gtl-reader";
/** Fires on `document` after every change, in this tab or in another. */
export const CHANGED = "gtl-kept-changed";

const NOTHING: Kept = { format: 1, lessons: {} };
let unsaved: Kept | null = null;

export function emptyLesson(): KeptLesson {
  return { sections: [], answers: {}, total: 0 };
}

/** Null when the text is not what `keep` wrote: it may come from a file that the reader chose. */
export function parseKept(text: string): Kept | null {
  try {
    const value = JSON.parse(text) as Partial<Kept> | null;
    if (value?.format !== 1 || !isRecord(value.lessons)) return null;
    const { lessons, measurements = [] } = value;
    if (!Object.values(lessons).every(isLesson) || !Array.isArray(measurements) || !measurements.every(isMeasurement))
      return null;
    return { format: 1, lessons, ...(measurements.length > 0 ? { measurements } : {}) };
  } catch {
    return null;
  }
}

function isLesson(value: unknown): value is KeptLesson {
  if (
    !isRecord(value) ||
    !isTexts(value["sections"]) ||
    typeof value["total"] !== "number" ||
    !isRecord(value["answers"])
  )
    return false;
  return Object.values(value["answers"]).every(
    (answer) =>
      isRecord(answer) &&
      isTexts(answer["answer"]) &&
      typeof answer["attempts"] === "number" &&
      typeof answer["solved"] === "boolean",
  );
}

export function kept(): Kept {
  if (unsaved !== null) return unsaved;
  try {
    return parseKept(localStorage.getItem(KEY) ?? "") ?? NOTHING;
  } catch {
    return NOTHING;
  }
}

export function keptLesson(id: string): KeptLesson {
  return kept().lessons[id] ?? emptyLesson();
}

export function keepLesson(id: string, change: (lesson: KeptLesson) => KeptLesson): void {
  const now = kept();
  keep({ ...now, lessons: { ...now.lessons, [id]: change(keptLesson(id)) } });
}

export function keptMeasurements(): readonly Measurement[] {
  return kept().measurements ?? [];
}

export function keepMeasurements(measurements: Measurement[]): void {
  keep({ format: 1, lessons: kept().lessons, ...(measurements.length > 0 ? { measurements } : {}) });
}

export function keep(value: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(value));
    unsaved = null;
  } catch {
    unsaved = value; // Storage is refused: it lasts as long as the page.
  }
  document.dispatchEvent(new Event(CHANGED));
}

/** False: storage is refused or full, and what the reader does lasts as long as the page. */
export function isKept(): boolean {
  try {
    localStorage.getItem(KEY);
  } catch {
    return false;
  }
  return unsaved === null;
}

export function eraseKept(): void {
  keep(NOTHING);
}

/** A page in another tab, or in the other language, changes what this one shows. */
export function followOtherTabs(): void {
  window.addEventListener("storage", ({ key }) => {
    if (key === KEY || key === null) document.dispatchEvent(new Event(CHANGED));
  });
}
