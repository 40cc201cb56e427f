// The controls of a simulator, as HTML. The element shows their values (simulator_element.ts).

interface Named {
  name: string;
  words: string;
}

export function range(
  control: Named & { value: number; least: number; most: number; step?: number; unit?: string },
): string {
  const { name, words, value, least, most, step = 1, unit = "" } = control;
  return (
    `<label class="control range"><span class="name">${words}</span>` +
    `<input type="range" name="${name}" min="${least}" max="${most}" step="${step}" value="${value}">` +
    `<output data-value="${name}">${value}</output><span class="unit">${unit}</span></label>`
  );
}

/** A list to choose one from. */
export function choice(
  control: Named & { value: string; options: readonly { value: string; words: string }[] },
): string {
  const options = control.options.map(
    ({ value, words }) => `<option value="${value}"${value === control.value ? " selected" : ""}>${words}</option>`,
  );
  return (
    `<label class="control choice"><span class="name">${control.words}</span>` +
    `<select name="${control.name}">${options.join("")}</select></label>`
  );
}

/** A few values side by side, one of which holds. */
export function segments(
  control: Named & { value: string; options: readonly { value: string; words: string }[] },
): string {
  const option = ({ value, words }: { value: string; words: string }): string =>
    `<label><input type="radio" name="${control.name}" value="${value}"${value === control.value ? " checked" : ""}>` +
    `<span>${words}</span></label>`;
  return group(control, control.options.map(option).join(""));
}

/** Buttons that set a value which may also be another than theirs. */
export function presets(control: Named & { options: readonly { value: string; words: string }[] }): string {
  const option = ({ value, words }: { value: string; words: string }): string =>
    `<button type="button" data-set="${control.name}" value="${value}" aria-pressed="false">${words}</button>`;
  return group(control, control.options.map(option).join(""));
}

function group({ words }: Named, inside: string): string {
  return (
    `<fieldset class="control group"><legend class="name">${words}</legend>` +
    `<span class="segments">${inside}</span></fieldset>`
  );
}

/** Numbers that belong together, as the x, y and z of a size do. */
export function triple(control: {
  words: string;
  values: readonly { name: string; words: string; value: number; least: number; most: number }[];
}): string {
  const field = ({ name, words, value, least, most }: (typeof control.values)[number]): string =>
    `<label><span>${words}</span>` +
    `<input type="number" name="${name}" min="${least}" max="${most}" value="${value}"></label>`;
  return (
    `<fieldset class="control triple"><legend class="name">${control.words}</legend>` +
    `<span class="fields">${control.values.map(field).join("")}</span></fieldset>`
  );
}
