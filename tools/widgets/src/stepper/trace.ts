// The trace of one warp: what the emulator said of each instruction that ran, kept so that going back computes nothing twice.
// Positions count instructions: at 0 nothing has run. The oldest records go when there are too many.
import { parseInstruction, typeOf, writtenRegisters, type Instruction, type TypeName } from "./ptx_text.ts";
import type { Place, StepRecord, StepState } from "../emulator/messages.ts";

/** About 2 KB each. */
export const MOST_RECORDS = 4096;

/** The instruction that ran. */
export type Executed = NonNullable<StepState["last"]>;

/** A register as it stands after some instruction. */
export interface Register {
  name: string;
  values: readonly bigint[];
  /** The lanes that have written it. */
  written: number;
  /** The instruction that wrote it last, if one did. */
  writer: Place | null;
}

interface Entry {
  record: StepRecord;
  /** By key: the registers that the instruction names, after it. */
  registers: Map<string, Register>;
}

/** Functions that call each other have registers of the same names. */
function keyOf(place: Place | undefined, name: string): string {
  return `${place?.function} ${name}`;
}

export class Trace {
  private entries: Entry[] = [];
  private dropped = 0;
  /** By key: registers as the records that are gone left them, and as the last one leaves them. */
  private readonly settled = new Map<string, Register>();
  private readonly latest = new Map<string, Register>();
  private readonly types = new Map<string, TypeName>();
  private readonly texts = new Map<string, Instruction>();

  constructor(
    begin: StepRecord,
    private readonly most = MOST_RECORDS,
  ) {
    this.entries.push({ record: begin, registers: new Map() });
  }

  /** The oldest position that can be gone back to. */
  get first(): number {
    return this.dropped;
  }

  get last(): number {
    return this.dropped + this.entries.length - 1;
  }

  get hasEnded(): boolean {
    return this.at(this.last).state.state !== "running";
  }

  at(position: number): StepRecord {
    const entry = this.entries[position - this.dropped];
    if (entry === undefined) throw new RangeError(`no record ${position}: ${this.first} to ${this.last} are kept`);
    return entry.record;
  }

  executed(position: number): Executed | null {
    return this.at(position).state.last ?? null;
  }

  /** How the instruction at `position` found the warp; null when nothing ran before it, or what did is forgotten. */
  before(position: number): StepState | null {
    return position > this.first ? this.at(position - 1).state : null;
  }

  instruction(ptx: string): Instruction {
    let known = this.texts.get(ptx);
    if (known === undefined) this.texts.set(ptx, (known = parseInstruction(ptx)));
    return known;
  }

  append(records: readonly StepRecord[]): void {
    for (const record of records) this.entries.push({ record, registers: this.note(record) });
    const surplus = this.entries.splice(0, Math.max(0, this.entries.length - this.most));
    for (const { registers } of surplus) for (const [key, register] of registers) this.settled.set(key, register);
    this.dropped += surplus.length;
  }

  private note({ state, registers }: StepRecord): Map<string, Register> {
    const noted = new Map<string, Register>();
    const executed = state.last;
    // The values are those of the function that the warp is in now.
    if (executed === undefined || (state.groups[0] ?? executed).function !== executed.function) return noted;
    const instruction = this.instruction(executed.ptx);
    const written = writtenRegisters(instruction);
    for (const [name, values] of Object.entries(registers)) {
      const key = keyOf(executed, name);
      const before = this.latest.get(key);
      const isWritten = written.includes(name);
      const register: Register = {
        name,
        values,
        written: ((before?.written ?? 0) | (isWritten ? executed.mask : 0)) >>> 0,
        writer: isWritten ? executed : (before?.writer ?? null),
      };
      noted.set(key, register);
      this.latest.set(key, register);
      // A type in full (f32) says more than bits (b32).
      const type = typeOf(instruction, name);
      const known = this.types.get(key) ?? "";
      if (known === "" || (known.startsWith("b") && type !== "" && !type.startsWith("b"))) this.types.set(key, type);
    }
    return noted;
  }

  /** Of the function that the warp is in at `position`. Null: no instruction up to there has named it. */
  register(name: string, position: number): Register | null {
    const key = this.key(name, position);
    for (let i = position - this.dropped; i >= 0; --i) {
      const register = this.entries[i]?.registers.get(key);
      if (register !== undefined) return register;
    }
    return this.settled.get(key) ?? null;
  }

  /** Those that the instruction at `position` names, in the order of its text. */
  named(position: number): string[] {
    const registers = this.entries[position - this.dropped]?.registers.values() ?? [];
    const text = this.executed(position)?.ptx ?? "";
    return Array.from(registers, ({ name }) => name).sort((a, b) => placeIn(text, a) - placeIn(text, b));
  }

  /** As the trace leaves them: all registers that instructions of the function at `position` have named. */
  all(position: number): Register[] {
    return [...this.latest.values()].filter(
      (register) => this.latest.get(this.key(register.name, position)) === register,
    );
  }

  /** As what the instructions take a register. */
  type(name: string, position: number): TypeName {
    return this.types.get(this.key(name, position)) ?? "";
  }

  private key(name: string, position: number): string {
    const { last, groups } = this.at(position).state;
    return keyOf(last ?? groups[0], name);
  }
}

/** Where a register stands in a text: %r1 is not in %r12. */
function placeIn(text: string, name: string): number {
  const found = new RegExp(`${name.replace(/[$]/g, "\\$&")}(?![\\w$])`).exec(text);
  return found?.index ?? text.length;
}
