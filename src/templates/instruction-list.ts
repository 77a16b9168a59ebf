/**
 * Short lists of tiles for an instruction on a GPU, from the numbers of the chip instead of a search (Bolt, Xing et
 * al., MLSys 2022): all tiles that its registers and shared memory hold, by the time that a roofline of an SM predicts.
 */
import { elementBytes } from '../ir/tensor.js';
import { keyOf, type Knob } from '../space/knob.js';
import { valuesAt } from '../space/odometer.js';
import type { Space, Values } from '../space/space.js';
import { product } from './gpu-limits.js';
import type { Instruction, TiledProblem } from './instruction.js';
import type { OperandLayouts } from './product-view.js';
import { blockOf, type ReductionKnobs } from './reduction-blocks.js';

/** Configs of a list. */
const LISTED = 32;

/**
 * A large GPU: its SMs; of each the bytes a cycle from L2 and from shared memory, loads of threads a cycle, and warps
 * that hide latencies.
 */
const GPU = { sms: 128, global: 48, shared: 128, loads: 16, warps: 8 };
/**
 * Cycles: until a block multiplies, until a copy arrives, of a barrier, and of another kernel, which adds up the parts
 * of a sum.
 */
const CYCLES = { start: 1500, copy: 600, barrier: 40, kernel: 4000 };
/** Bytes of an element of a sum. */
const SUM = 4;

/**
 * The configs of a space that suit the GPU, fastest predicted first, the fastest of each way to tile the result.
 * `layoutsOf`: the operand layouts of a config, where a knob besides those of the instruction, `chosen`, decides.
 */
export function listTiles<Knobs extends ReductionKnobs & Values, All extends Knobs>(
  space: Space<All>,
  instruction: Instruction<Knobs>,
  problem: TiledProblem,
  layoutsOf: (knobs: All) => OperandLayouts = () => problem.layouts[0],
  chosen: readonly string[] = [],
): readonly All[] {
  const names: readonly string[] = [...instruction.list.varied, ...chosen, 'split_k'];
  const found = combinations(space.knobs.filter(({ name }) => names.includes(name))).map((some) => {
    const varied = some as All;
    const layouts = layoutsOf(varied);
    const values: All = { ...varied, ...instruction.list.others(varied, problem, layouts) };
    return { values, cycles: cyclesOf(instruction, problem, values, layouts) };
  });
  const known = new Map(space.knobs.map(({ name, values }) => [name, new Set(values.map(keyOf))]));
  const isConfig = (values: Values): boolean =>
    [...known].every(([name, keys]) => keys.has(keyOf(values[name]!))) && space.violation(values) === undefined;
  const listed = new Map<string, All>();
  for (const { values } of found.sort((a, b) => a.cycles - b.cycles)) {
    if (listed.size === LISTED) break;
    const tile = JSON.stringify(instruction.mappingOf(values));
    if (!listed.has(tile) && isConfig(values)) listed.set(tile, values);
  }
  return [...listed.values()];
}

/** All combinations of the values of some knobs. */
function combinations(knobs: readonly Knob[]): readonly Values[] {
  const count = knobs.reduce((product, { values }) => product * values.length, 1);
  return Array.from({ length: count }, (_, index) => valuesAt(knobs, index));
}

/** Cycles of the product: on each SM its share of the blocks, as many as fit side by side at a time. */
function cyclesOf<Knobs extends ReductionKnobs & Values>(
  instruction: Instruction<Knobs>,
  { gpu, view }: TiledProblem,
  knobs: Knobs,
  layouts: OperandLayouts,
): number {
  const { m, n } = blockOf(instruction.mappingOf(knobs));
  const { block_k, buffers, split_k } = knobs;
  const threads = product(instruction.threadsOf(knobs));
  const resident = Math.min(
    gpu.blocksPerSm,
    Math.floor(gpu.threadsPerSm / threads),
    Math.floor(gpu.registersPerBlock / (threads * instruction.registersOf(knobs))),
    Math.floor(gpu.sharedPerBlock / instruction.sharedBytes(knobs, view, layouts)),
  );
  if (resident === 0) return Infinity;
  const { batch = 1, rows, columns, k, dtype } = view;
  const blocks = batch * Math.ceil(rows / m) * Math.ceil(columns / n) * split_k;
  const waves = Math.ceil(blocks / (GPU.sms * resident));
  const ofSm = waves === 1 ? Math.ceil(blocks / GPU.sms) : waves * resident;
  const active = Math.min(ofSm, resident);
  const busy = Math.min(1, (active * threads) / gpu.warp / GPU.warps);
  const bytes = elementBytes(dtype);
  const { list } = instruction;
  const step = Math.max(
    (m * n) / (list.rate(bytes) * busy),
    ((m + n) * bytes) / GPU.global,
    (list.reads(knobs) * bytes) / GPU.shared,
    list.loads(knobs) / GPU.loads,
  );
  // The copies of the next blocks of the sum are under way meanwhile, where there are buffers for them.
  const waiting = CYCLES.copy / active;
  const own = block_k * step;
  const iteration = (buffers === 1 ? own + waiting : Math.max(own, waiting / (buffers - 1))) + CYCLES.barrier / active;
  const stored = (batch * rows * columns * SUM) / (GPU.sms * GPU.global);
  const ends = split_k === 1 ? stored : CYCLES.kernel + stored * (2 * split_k + 1);
  return ofSm * Math.ceil(k / split_k / block_k) * iteration + waves * CYCLES.start + ends;
}
