// All simulators, by name.
import { coalescing } from "./coalescing/coalescing.ts";
import type { Simulator } from "./simulator.ts";

// Each simulator only ever meets states of its own making; the list forgets their types.
export const SIMULATORS: readonly Simulator<any>[] = [coalescing];
