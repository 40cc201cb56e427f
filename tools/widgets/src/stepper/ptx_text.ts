// What the text of a PTX instruction says of the registers in it: which one it writes, and as what each is read. For display
// only; what an instruction does is the emulator's business.

export interface Operand {
  registers: string[];
  isAddress: boolean;
}

export interface Instruction {
  /** Between `@` and the opcode: "%p1", "!%p1"; empty without one. */
  guard: string;
  opcode: string;
  modifiers: string[];
  operands: Operand[];
}

/** "f32", "s64", "pred" …; "" when the text does not say. */
export type TypeName = string;

const TYPES = /^(pred|[busf](8|16|32|64)|b128|bf16|[fus]16x2|bf16x2|tf32)$/;
/** Their first operand is no destination. */
const WITHOUT_RESULT =
  /^(st|sust|stmatrix|red|bra|brx|bar|barrier|ret|exit|trap|brkpt|membar|fence|prefetch|prefetchu|applypriority|discard|nanosleep|pmevent|cp|griddepcontrol|setmaxnreg|wgmma|call|alloca|stackrestore)$/;

export function parseInstruction(text: string): Instruction {
  const guard = /^@(!?%[\w$]+)\s+/.exec(text);
  const rest = text.slice(guard?.[0].length ?? 0).replace(/;.*$/s, "");
  const spelled = /^[\w.:]+/.exec(rest)?.[0] ?? "";
  const [opcode = "", ...modifiers] = spelled.split(/\.|(?<=:):/);
  return { guard: guard?.[1] ?? "", opcode, modifiers, operands: split(rest.slice(spelled.length)).map(parseOperand) };
}

/** At the commas that stand in no brackets. */
function split(operands: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const character of operands) {
    if ("[{(".includes(character)) depth += 1;
    if ("]})".includes(character)) depth -= 1;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function parseOperand(text: string): Operand {
  return { registers: text.match(/%[\w$]+/g) ?? [], isAddress: text.startsWith("[") };
}

/** The registers that the instruction writes. */
export function writtenRegisters(instruction: Instruction): string[] {
  const first = instruction.operands[0];
  return first === undefined || WITHOUT_RESULT.test(instruction.opcode) ? [] : first.registers;
}

/** As what the instruction takes its register `name`. */
export function typeOf(instruction: Instruction, name: string): TypeName {
  const place = instruction.operands.findIndex((operand) => operand.registers.includes(name));
  if (place < 0) return instruction.guard.endsWith(name) ? "pred" : "";
  const operand = instruction.operands[place];
  const types = instruction.modifiers.filter((modifier) => TYPES.test(modifier));
  const [first = "", last = ""] = [types[0], types.at(-1)];
  if (operand?.isAddress) return "";
  const { opcode, modifiers } = instruction;
  if (opcode === "setp") return place === 0 || place > 2 ? "pred" : last;
  if (opcode === "selp" && place === 3) return "pred";
  if (opcode === "cvt" || opcode === "set") return place === 0 ? first : last;
  if (modifiers.includes("wide")) return place === 0 || place === 3 ? widened(first) : first;
  // The amount of a shift, the lane of a shuffle: whole numbers whatever is shifted.
  if (place > 1 && /^(shl|shr|shf|shfl)$/.test(opcode)) return "u32";
  return last;
}

function widened(type: TypeName): TypeName {
  return type.replace(/\d+$/, (bits) => String(2 * Number(bits)));
}
