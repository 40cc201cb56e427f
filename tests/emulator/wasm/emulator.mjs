// The emulator's WebAssembly module (tools/emulator/wasm/emulator_api.h) for tests, under Node and in a
// browser: text and bytes in and out, and what the C interface says, nothing more.

export const FINISHED = 0;
export const RUNNING = 1;
export const FAULTED = 2;
export const COUNT = 1;
export const RACECHECK = 2;
export const INITCHECK = 4;
export const SYNCCHECK = 8;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Emulator {
  #exports;

  /** Of the module's bytes, or, under Node, of its file. */
  static async create(source) {
    const bytes = typeof source === "string" ? (await import("node:fs")).readFileSync(source) : source;
    const module = await WebAssembly.compile(bytes);
    // The C library asks for a few system calls that nothing here reaches: each would be a defect.
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      (imports[from] ??= {})[name] = () => {
        throw new Error(`the emulator called ${from}.${name}`);
      };
    }
    const instance = await WebAssembly.instantiate(module, imports);
    instance.exports._initialize?.();
    return new Emulator(instance.exports);
  }

  constructor(exports) {
    this.#exports = exports;
  }

  get version() {
    return this.#exports.emulator_version();
  }

  #give(bytes) {
    const address = this.#exports.emulator_input(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, address, bytes.length).set(bytes);
    return bytes.length;
  }

  #text(address) {
    return decoder.decode(new Uint8Array(this.#exports.memory.buffer, address, this.#exports.emulator_text_size()));
  }

  #must(succeeded) {
    if (!succeeded) throw new Error(this.#text(this.#exports.emulator_message()));
    return succeeded;
  }

  load(ptx) {
    this.#must(this.#exports.emulator_load(this.#give(encoder.encode(ptx))));
    this.kernels = JSON.parse(this.#text(this.#exports.emulator_kernels()));
  }

  /** A new buffer that holds the typed array `values`; its device address, a BigInt. */
  upload(values) {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    const address = this.allocate(bytes.length);
    const at = this.#exports.emulator_write(address, BigInt(bytes.length));
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
    return address;
  }

  allocate(bytes) {
    return this.#must(this.#exports.emulator_allocate(BigInt(bytes)));
  }

  /** `count` values of the typed array `Type`. */
  download(Type, address, count) {
    const bytes = count * Type.BYTES_PER_ELEMENT;
    const at = this.#exports.emulator_read(address, BigInt(bytes));
    return new Type(this.#exports.memory.buffer.slice(at, at + bytes));
  }

  /** Arguments: BigInt for addresses, {float: x}, or numbers for 32-bit integers. */
  begin(name, grid, block, args, watch = COUNT, dynamicShared = 0) {
    const kernel = this.kernels.findIndex((each) => each.name === name || each.name.startsWith(`${name}(`));
    if (kernel < 0) throw new Error(`no kernel ${name}`);
    const parameters = new DataView(new ArrayBuffer(this.kernels[kernel].parameterBytes));
    args.forEach((value, i) => {
      const { offset } = this.kernels[kernel].parameters[i];
      if (typeof value === "bigint") parameters.setBigUint64(offset, value, true);
      else if (typeof value === "object") parameters.setFloat32(offset, value.float, true);
      else parameters.setInt32(offset, value, true);
    });
    const dimensions = [...[...grid, 1, 1].slice(0, 3), ...[...block, 1, 1].slice(0, 3)];
    const size = this.#give(new Uint8Array(parameters.buffer));
    this.#must(this.#exports.emulator_begin(kernel, ...dimensions, dynamicShared, watch, size));
  }

  run(budget) {
    return this.#exports.emulator_run(budget);
  }

  finish(budget = 1 << 20) {
    let state;
    while ((state = this.run(budget)) === RUNNING);
    return state;
  }

  get blocksDone() {
    return this.#exports.emulator_blocks_done();
  }
  get threadInstructions() {
    return this.#exports.emulator_thread_instructions();
  }
  counters() {
    return JSON.parse(this.#text(this.#exports.emulator_counters()));
  }
  findings() {
    return JSON.parse(this.#text(this.#exports.emulator_findings()));
  }

  stepBegin(block, warp) {
    this.#must(this.#exports.emulator_step_begin(block, warp));
  }
  step() {
    return this.#exports.emulator_step();
  }
  stepState() {
    return JSON.parse(this.#text(this.#exports.emulator_step_state()));
  }
  stepRegisters() {
    return JSON.parse(this.#text(this.#exports.emulator_step_registers()));
  }
  /** The 32 values of a register, or null. */
  stepValues(name) {
    const at = this.#exports.emulator_step_values(this.#give(encoder.encode(name)));
    return at === 0 ? null : new BigUint64Array(this.#exports.memory.buffer.slice(at, at + 256));
  }
}
