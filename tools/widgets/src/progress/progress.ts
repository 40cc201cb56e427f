// How far a reader is: a lesson as 32 cells.
import { LANES } from "../counting.ts";
import { withMeasurement } from "../chart/chart.ts";
import type { Kept, KeptLesson } from "../store.ts";

export interface Progress {
  /** Cells of 32. All 32 only when everything is done. */
  filled: number;
  sections: number;
  solved: number;
}

export function progressOf(lesson: KeptLesson): Progress {
  const solved = Object.values(lesson.answers).filter((answer) => answer.solved).length;
  const sections = lesson.sections.length;
  const filled = lesson.total === 0 ? 0 : Math.min(LANES, Math.floor((LANES * (sections + solved)) / lesson.total));
  return { filled, sections, solved };
}

/** What the page has now: ids that were kept from an older text do not count any more. */
export function forPage(lesson: KeptLesson, sectionIds: readonly string[], quizIds: readonly string[]): KeptLesson {
  return {
    sections: sectionIds.filter((id) => lesson.sections.includes(id)),
    answers: Object.fromEntries(Object.entries(lesson.answers).filter(([id]) => quizIds.includes(id))),
    total: sectionIds.length + quizIds.length,
  };
}

/** What either holds: a file from another day or browser takes nothing away. */
export function merged(ours: Kept, theirs: Kept): Kept {
  const lessons = { ...ours.lessons };
  for (const [id, lesson] of Object.entries(theirs.lessons)) {
    const own = lessons[id];
    lessons[id] = own === undefined ? lesson : mergedLesson(own, lesson);
  }
  const measurements = (theirs.measurements ?? []).reduce(withMeasurement, [...(ours.measurements ?? [])]);
  return { format: 1, lessons, ...(measurements.length > 0 ? { measurements } : {}) };
}

function mergedLesson(ours: KeptLesson, theirs: KeptLesson): KeptLesson {
  const answers = { ...theirs.answers };
  for (const [id, answer] of Object.entries(ours.answers))
    if (answer.solved || answers[id]?.solved !== true) answers[id] = answer;
  return {
    sections: [...new Set([...ours.sections, ...theirs.sections])],
    answers,
    total: ours.total === 0 ? theirs.total : ours.total,
  };
}

export function withSection(lesson: KeptLesson, id: string): KeptLesson {
  return lesson.sections.includes(id) ? lesson : { ...lesson, sections: [...lesson.sections, id] };
}
