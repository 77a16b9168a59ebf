/** Lists the targets of a kind (`tune list targets`). */
export interface ListTargets {
  listTargets(): readonly TargetRow[];
}

/** A target, and what it is; sizes of caches in bytes, null where it has none or only the device knows. */
interface TargetRow {
  readonly target: string;
  readonly what: string;
  readonly lanes: number | null;
  readonly registers: number;
  readonly threads: number;
  readonly l1: number | null;
  readonly l2: number | null;
  readonly l3: number | null;
}
