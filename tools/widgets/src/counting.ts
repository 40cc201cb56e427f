// The emulator's counting code (tools/emulator/wasm/simulators.cc) behind a typed interface. Nothing is counted in
// TypeScript.
import { type FragmentExports, MatrixFragments } from "./matrix_fragments.ts";

declare global {
  // Set by counting.js.
  var gtlCountingCode: string | undefined;
}

/** A sector that a request touches; bit b of `usedBytes` says that byte b is asked for. */
export interface Sector {
  index: number;
  usedBytes: number;
}

export interface RequestCount {
  requests: number;
  bytesUsed: number;
  /** In the order of their addresses. */
  sectors: Sector[];
}

/** A word that a bank delivers or takes, and the lanes that ask for it (tools/emulator/counters/banks.h). */
export interface BankWord {
  /** Its offset in shared memory, in words of four bytes. */
  word: number;
  bank: number;
  pass: number;
  lanes: number;
}

export interface BankCount {
  wavefronts: number;
  conflicts: number;
  /** Pass by pass. */
  words: BankWord[];
}

/** What a multiprocessor of one compute capability has. */
export interface Multiprocessor {
  threads: number;
  blocks: number;
  registers: number;
  sharedBytes: number;
  /** The most that one block can ask for. */
  sharedBytesPerBlock: number;
}

/** Resident blocks, and how many each resource alone would allow; null: it sets no limit. */
export interface Occupancy {
  blocks: number;
  byThreads: number;
  byBlocks: number;
  byRegisters: number | null;
  byShared: number | null;
}

const NO_LIMIT = 0x7fffffff;
const BYTES_OF_BANK_WORD = 24;

export const LANES = 32;
export const SECTOR_BYTES = 32;

interface Exports extends FragmentExports {
  memory: WebAssembly.Memory;
  addresses(): number;
  results(): number;
  sector_indices(): number;
  sector_used_bytes(): number;
  count_request(mask: number, bytes: number): void;
  bank_words(): number;
  count_bank_load(mask: number, bytes: number): void;
  count_bank_store(mask: number, bytes: number): void;
  count_multiprocessor(capability: number): void;
  count_occupancy(capability: number, registers: number, sharedBytes: number, threads: number): void;
}

export class Counting {
  readonly fragments: MatrixFragments;

  private constructor(private readonly code: Exports) {
    this.fragments = new MatrixFragments(code);
  }

  static async create(base64: string): Promise<Counting> {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const { instance } = await WebAssembly.instantiate(bytes);
    return new Counting(instance.exports as unknown as Exports);
  }

  /** One load or store of global memory: lane i of `mask` accesses `bytes` bytes at addresses[i]. */
  countRequest(addresses: readonly number[], mask: number, bytes: number): RequestCount {
    this.write(addresses);
    this.code.count_request(mask, bytes);
    const [requests = 0, sectorCount = 0, bytesUsed = 0] = this.results();
    const indices = new BigUint64Array(this.code.memory.buffer, this.code.sector_indices(), sectorCount);
    const used = new Uint32Array(this.code.memory.buffer, this.code.sector_used_bytes(), sectorCount);
    const sectors = Array.from(indices, (index, i) => ({ index: Number(index), usedBytes: used[i] ?? 0 }));
    sectors.sort((a, b) => a.index - b.index);
    return { requests, bytesUsed, sectors };
  }

  /** One load of shared memory; `offsets` in bytes. */
  countBankLoad(offsets: readonly number[], mask: number, bytes: number): BankCount {
    this.write(offsets);
    this.code.count_bank_load(mask, bytes);
    return this.bankCount();
  }

  /** One store to shared memory; `offsets` in bytes. */
  countBankStore(offsets: readonly number[], mask: number, bytes: number): BankCount {
    this.write(offsets);
    this.code.count_bank_store(mask, bytes);
    return this.bankCount();
  }

  /** `capability`: 90 for 9.0. */
  multiprocessor(capability: number): Multiprocessor {
    this.code.count_multiprocessor(capability);
    const [threads = 0, blocks = 0, registers = 0, sharedBytes = 0, sharedBytesPerBlock = 0] = this.results();
    return { threads, blocks, registers, sharedBytes, sharedBytesPerBlock };
  }

  /** Of a kernel with so many registers a thread and so much shared memory a block. */
  occupancy(capability: number, registers: number, sharedBytes: number, threads: number): Occupancy {
    this.code.count_occupancy(capability, registers, sharedBytes, threads);
    const [blocks = 0, byThreads = 0, byBlocks = 0, byRegisters = 0, byShared = 0] = this.results();
    const limit = (count: number): number | null => (count === NO_LIMIT ? null : count);
    return { blocks, byThreads, byBlocks, byRegisters: limit(byRegisters), byShared: limit(byShared) };
  }

  private results(): Uint32Array {
    return new Uint32Array(this.code.memory.buffer, this.code.results(), 8);
  }

  private bankCount(): BankCount {
    const [wavefronts = 0, conflicts = 0, count = 0] = this.results();
    const view = new DataView(this.code.memory.buffer, this.code.bank_words(), count * BYTES_OF_BANK_WORD);
    const words = Array.from({ length: count }, (_, i) => {
      const at = i * BYTES_OF_BANK_WORD;
      return {
        word: Number(view.getBigUint64(at, true)),
        bank: view.getUint32(at + 8, true),
        pass: view.getUint32(at + 12, true),
        lanes: view.getUint32(at + 16, true),
      };
    });
    return { wavefronts, conflicts, words };
  }

  private write(addresses: readonly number[]): void {
    const lanes = new BigUint64Array(this.code.memory.buffer, this.code.addresses(), LANES);
    addresses.forEach((address, lane) => {
      lanes[lane] = BigInt(address);
    });
  }
}
