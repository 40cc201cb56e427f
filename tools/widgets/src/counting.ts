// The emulator's counting code (tools/emulator/wasm/simulators.cc) behind a typed interface. Nothing is counted in
// TypeScript.

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

export interface BankCount {
  wavefronts: number;
  conflicts: number;
}

export const LANES = 32;
export const SECTOR_BYTES = 32;

interface Exports {
  memory: WebAssembly.Memory;
  addresses(): number;
  results(): number;
  sector_indices(): number;
  sector_used_bytes(): number;
  count_request(mask: number, bytes: number): void;
  count_bank_load(mask: number, bytes: number): void;
}

export class Counting {
  private constructor(private readonly code: Exports) {}

  static async create(base64: string): Promise<Counting> {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const { instance } = await WebAssembly.instantiate(bytes);
    return new Counting(instance.exports as unknown as Exports);
  }

  /** One load or store of global memory: lane i of `mask` accesses `bytes` bytes at addresses[i]. */
  countRequest(addresses: readonly number[], mask: number, bytes: number): RequestCount {
    this.write(addresses);
    this.code.count_request(mask, bytes);
    const [requests = 0, sectorCount = 0, bytesUsed = 0] = new Uint32Array(
      this.code.memory.buffer,
      this.code.results(),
      3,
    );
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
    const [wavefronts = 0, conflicts = 0] = new Uint32Array(this.code.memory.buffer, this.code.results(), 2);
    return { wavefronts, conflicts };
  }

  private write(addresses: readonly number[]): void {
    const lanes = new BigUint64Array(this.code.memory.buffer, this.code.addresses(), LANES);
    addresses.forEach((address, lane) => {
      lanes[lane] = BigInt(address);
    });
  }
}
