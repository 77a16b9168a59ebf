/**
 * Lowering: a schedule becomes one loop nest. Stages are emitted where they are placed; what each place needs is inferred (`region.ts`); tails
 * of tiles become branches with constant extents, bounds, or masks; conditions of padding are decided as far out as their variables are
 * known, so that inner loops carry none.
 */
import { Emission } from './emission.js';
import { InstantiationError } from './errors.js';
import { Instance } from './instance.js';
import { block } from './nest.js';
import type { Nest, Pack, Stmt, Storage } from './nest.js';
import { wholeRegion } from './region.js';
import { loadsOfCompute } from './schedule.js';
import type { Schedule } from './schedule.js';
import type { Stage } from './stage.js';
import type { Tensor } from './tensor.js';

export function lower(schedule: Schedule): Nest {
  const { inputs, output } = schedule.computation;
  const roots = schedule.stages.filter((s) => s.placement.kind === 'root');
  const packs = roots.filter((s) => s.scope === 'ahead').map((stage) => packNest(schedule, stage));
  const onClock = roots.filter((s) => s.scope !== 'ahead');
  return { inputs, output, body: emitRoots(schedule, onClock), packs };
}

function packNest(schedule: Schedule, stage: Stage): Pack {
  const original = onlyInput(schedule, stage);
  return { original, packed: storageOf(stage), body: emitRoot(schedule, stage) };
}

/** What is packed ahead must be made of one constant alone. */
function onlyInput(schedule: Schedule, stage: Stage): Tensor {
  const read = new Set(loadsOfCompute(stage.compute).map((l) => l.tensor));
  const [original] = read;
  if (read.size !== 1 || !schedule.computation.constants.includes(original))
    throw new InstantiationError(`${stage.tensor.name} is packed ahead but is not made of one constant alone`);
  return original;
}

/** Stages at the root, each in storage of its own that lives until the last. */
function emitRoots(schedule: Schedule, stages: readonly Stage[]): Stmt {
  if (stages.length === 0) return block();
  const [stage, ...rest] = stages;
  const body = block(emitRoot(schedule, stage), emitRoots(schedule, rest));
  return stage.scope === 'output' ? body : { kind: 'alloc', storage: storageOf(stage), body };
}

function emitRoot(schedule: Schedule, stage: Stage): Stmt {
  return Emission.root(schedule.stages).stage(Instance.of(stage, wholeRegion(stage.tensor)));
}

function storageOf(stage: Stage): Storage {
  return { tensor: stage.tensor, shape: stage.tensor.shape, scope: stage.scope };
}
