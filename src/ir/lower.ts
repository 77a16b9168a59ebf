/**
 * Lowering: a schedule becomes one loop nest. Stages are emitted where they are placed; what each place needs is
 * inferred (`region.ts`); tails of tiles become branches with constant extents, bounds, or masks; conditions of padding
 * are decided as far out as their variables are known, so that inner loops carry none.
 */
import { bindsLoops, Emission } from './emission.js';
import type { Detail } from './place.js';
import { storageOf } from './storage.js';
import { InstantiationError } from './errors.js';
import { Instance } from './instance.js';
import { isBlockAxis } from './loop.js';
import { packedIndices, packedShape } from './layout.js';
import { block, nothing } from './nest.js';
import type { Nest, Pack, Stmt, Storage, Unpack } from './nest.js';
import { wholeRegion } from './region.js';
import { Schedule } from './schedule.js';
import type { Stage } from './stage.js';
import { at, compute } from './compute.js';
import type { Tensor } from './tensor.js';
import { loadsOfCompute } from './value.js';
import { spread } from './threads.js';
import { checkZeroTails } from './zero-tail.js';

/** Threads of a block that unpacks on a GPU. */
const unpackingThreads = 256;

export function lower(schedule: Schedule): Nest {
  const packs = rootsOf(schedule, 'prepacked').map((stage) => {
    return { ...packOf(schedule, stage), body: emitRoot(schedule, stage, 'full') };
  });
  checkZeroTails(schedule.stages);
  return { ...onClock(schedule, 'full'), packs, unpack: unpackNest(schedule, 'full') };
}

/**
 * What features are read from, for a fraction of the work: the nest that runs on each call, of every branch the first
 * side, of every sum what adds up, with loops of one iteration as loops (AutoTVM, too, keeps them for its features),
 * without prefetches. Of what is off the clock it says only where it lies.
 */
export function featureNest(schedule: Schedule): Nest {
  const packs = rootsOf(schedule, 'prepacked').map((stage) => ({ ...packOf(schedule, stage), body: nothing }));
  return { ...onClock(schedule, 'features'), packs, unpack: unpackNest(schedule, 'features') };
}

function onClock(schedule: Schedule, detail: Detail): Pick<Nest, 'inputs' | 'output' | 'body'> {
  const { inputs, output } = schedule.computation;
  return { inputs, output, body: emitRoots(schedule, rootsOf(schedule, 'call'), detail) };
}

/** Stages that nothing encloses: those that are prepacked, or those of each call. */
function rootsOf({ stages }: Schedule, when: 'prepacked' | 'call'): Stage[] {
  return stages.filter((s) => s.placement.kind === 'root' && (s.scope === 'prepacked') === (when === 'prepacked'));
}

function packOf(schedule: Schedule, stage: Stage): Omit<Pack, 'body'> {
  const packed = storageOf(stage, wholeRegion(stage.tensor).extent);
  return { original: onlySource(schedule, stage), packed, hasRoom: stage.hasRoom };
}

/** What is prepacked must be made of one input alone, which is constant or free. */
function onlySource(schedule: Schedule, stage: Stage): Tensor {
  const { constants, free = [] } = schedule.computation;
  const sources = new Set<Tensor>();
  const visit = ({ compute }: Stage): void => {
    for (const { tensor } of loadsOfCompute(compute)) {
      const producer = schedule.stages.find((s) => s.tensor === tensor);
      if (producer) visit(producer);
      else sources.add(tensor);
    }
  };
  visit(stage);
  const [source] = sources;
  if (!source || sources.size > 1 || ![...constants, ...free].includes(source))
    throw new InstantiationError(
      `${stage.tensor.name} is prepacked but reads more than one constant or free input: prepack a copy of a single one`,
    );
  return source;
}

/** Reads the output from where it lies and writes it row-major, with its dimensions in the caller's order. */
function unpackNest(schedule: Schedule, detail: Detail): Unpack | undefined {
  const { output, free = [] } = schedule.computation;
  const { layout: own, compute: definition } = schedule.output;
  const asked = schedule.outputOrder;
  if (!own && !asked) return undefined;
  if (!free.includes(output))
    throw new InstantiationError(
      `${output.name} has a layout of the kernel's choice, but the workload fixes it: keep it row-major, or list it in free`,
    );
  const dims = [...output.shape.keys()];
  const [layout, order] = [own ?? dims, asked ?? dims];
  const packed: Tensor = {
    name: `${output.name}_packed`,
    shape: packedShape(output.shape, layout),
    dtype: output.dtype,
    compute: undefined,
  };
  const storage: Storage = { tensor: packed, shape: packed.shape, scope: 'output' };
  if (detail === 'features') return { packed: storage, output, body: nothing };
  const original = compute(
    output.name,
    order.map((d) => output.shape[d]!),
    order.map((d) => definition.axes[d]!.name),
    (axes) => {
      const indices = dims.map((d) => axes[order.indexOf(d)]!);
      return at(packed, ...packedIndices(indices, layout));
    },
    output.dtype,
  );
  const copy = new Schedule({ inputs: [packed], output: original, constants: [] });
  if (bindsLoops(schedule.stages)) spread(copy.output, [...copy.output.loops], unpackingThreads);
  return { packed: storage, output: original, body: lower(copy).body };
}

/** Stages at the root, each in storage of its own that lives until the last. */
function emitRoots(schedule: Schedule, stages: readonly Stage[], detail: Detail): Stmt {
  const [stage, ...rest] = stages;
  if (!stage) return block();
  const body = block(emitRoot(schedule, stage, detail), emitRoots(schedule, rest, detail));
  return stage.scope === 'output'
    ? body
    : { kind: 'alloc', storage: storageOf(stage, wholeRegion(stage.tensor).extent), body };
}

function emitRoot(schedule: Schedule, stage: Stage, detail: Detail): Stmt {
  const [outermost] = stage.loops;
  if (bindsLoops(schedule.stages) && !(outermost && isBlockAxis(outermost.annotation)))
    throw new InstantiationError(
      `${stage.tensor.name} has no loop bound to blocks: bind its outermost loop, or compute it inside another stage`,
    );
  const emission = Emission.root(schedule.stages, detail);
  return emission.stage(Instance.of(stage, wholeRegion(stage.tensor), emission.around.spans));
}
