// All simulators, for pages as they are without scripts (static.ts). On a live page each is a script of its own.
import type { Simulator } from "../simulator.ts";
import { banks } from "./banks/banks.ts";
import { coalescing } from "./coalescing/coalescing.ts";
import { divergence } from "./divergence/divergence.ts";
import { fragments } from "./fragments/fragments.ts";
import { index } from "./index/index.ts";
import { occupancy } from "./occupancy/occupancy.ts";
import { reduction } from "./reduction/reduction.ts";
import { roofline } from "./roofline/roofline.ts";
import { scan } from "./scan/scan.ts";
import { streams } from "./streams/streams.ts";

// Each simulator only ever meets states of its own making; the list forgets their types.
export const SIMULATORS: readonly Simulator<any, any>[] = [
  index,
  divergence,
  coalescing,
  banks,
  occupancy,
  reduction,
  scan,
  streams,
  roofline,
  fragments,
];
