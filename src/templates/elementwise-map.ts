/**
 * elementwise: loops that are one run in the memory of all tensors are one loop, in vectors; what is only moved goes as
 * memcpy; what lies along another loop in an input than in the output goes through square tiles that registers
 * transpose (`elementwise-plan.ts`).
 */
import { at, compute } from '../ir/compute.js';
import * as ix from '../ir/index.js';
import type { Index } from '../ir/index.js';
import type { Loop } from '../ir/loop.js';
import { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import type { Computation } from '../ir/tensor.js';
import { elementAt, substituteValue, transform } from '../ir/value.js';
import { elementwise } from '../operator/elementwise.js';
import type { Workload } from '../operator/operator.js';
import { SpaceBuilder } from '../space/builder.js';
import type { KnobsOf } from '../space/builder.js';
import type { SimdTarget } from '../target/target.js';
import { isReadOnCpu } from './narrow.js';
import { defineTemplate } from './define-template.js';
import { isSameRead, placeOf, planOf, type Group, type Plan } from './elementwise-plan.js';

function defineKnobs(workload: Workload, { threads, vector: { lanes } }: SimdTarget) {
  const { kind } = planOf(elementwise.computation(workload).output, lanes);
  return (
    new SpaceBuilder()
      // Vectors of a run that an iteration does.
      .choice('unroll', kind === 'vector' ? [1, 2, 4, 8] : [1])
      // Rows and columns of a tile that is transposed.
      .choice('tile', kind === 'transposed' ? [4, 8, 16].filter((tile) => tile <= lanes) : [1])
      // Which loop over tiles is the inner one: along the output's runs, or along the input's.
      .choice('inner', kind === 'transposed' ? ['output', 'input'] : ['output'])
      // What threads share: loops around the runs, these and the runs, or nothing.
      .choice('parallel', threads === 1 ? ['none'] : ['outer', 'all', 'none'])
  );
}

type Knobs = KnobsOf<typeof defineKnobs>;

/** Floats of an output below which threads take longer to start than one of them takes. */
const ONE_THREAD = 2 ** 15;

/** Of what is transposed wide tiles, those along the shorter run one after the other: it stays in the cache. */
function suggestions(workload: Workload, { threads, vector: { lanes } }: SimdTarget): readonly Knobs[] {
  const { output } = elementwise.computation(workload);
  const { kind, groups, transposed } = planOf(output, lanes);
  const floats = output.shape.reduce((product, extent) => product * extent, 1);
  const isAlongInput = transposed !== undefined && transposed.group.extent < groups.at(-1)!.extent;
  // What is only moved is one memcpy a run, however short: threads that share runs would cut these into elements.
  const shared = transposed || kind === 'vector' ? 'all' : 'outer';
  return [
    {
      unroll: kind === 'vector' ? 4 : 1,
      tile: transposed ? Math.min(8, lanes) : 1,
      inner: isAlongInput ? 'input' : 'output',
      parallel: threads === 1 || floats < ONE_THREAD ? 'none' : shared,
    },
  ];
}

export const elementwiseMap = defineTemplate({
  name: 'elementwise.map',
  operator: 'elementwise',
  target: 'simd',
  summary: 'runs of all tensors in vectors, tiles where an input is transposed',
  version: 1,
  dtypes: isReadOnCpu,
  define: (workload, target) => defineKnobs(workload, target).build(),
  suggestions,
  schedule: (workload, { vector: { lanes } }, knobs) => {
    const computation = elementwise.computation(workload);
    const plan = planOf(computation.output, lanes);
    if (plan.transposed) return scheduleTransposed(computation, plan, knobs);
    const s = new Schedule(computation);
    const loops = groupLoops(s.output, plan);
    if (plan.kind === 'vector') scheduleRuns(s.output, loops, knobs, lanes);
    else share(s.output, loops.slice(0, -1), loops.at(-1)!, knobs);
    return s;
  },
});

/** Cuts and fuses the loops of a stage over the output's axes to those of the plan's groups. */
function groupLoops(stage: Stage, { cuts, groups }: Plan): Loop[] {
  const all = [...stage.loops].flatMap((loop, d) => {
    const cut = cuts[d];
    return cut === undefined ? [loop] : stage.split(loop, cut, 'peel');
  });
  const axes = groups.flatMap(({ leaves }) => leaves.map(({ axis }) => axis));
  const leaves = [...stage.loops.keys()].flatMap((d) => (axes.includes(axisOf(stage, cuts, d)) ? [all[d]!] : []));
  stage.reorder(...all.filter((loop) => !leaves.includes(loop)), ...leaves);
  return groups.map(({ leaves: of }) => leaves.splice(0, of.length).reduce((outer, inner) => stage.fuse(outer, inner)));
}

/** The axis that the d-th loop is a part of, where some are cut in two. */
function axisOf({ loops }: Stage, cuts: Plan['cuts'], d: number): number {
  const axes = cuts.flatMap((cut, axis) => (cut === undefined ? [axis] : [axis, axis]));
  if (axes.length !== loops.length) throw new Error('the loops are not those of the axes');
  return axes[d]!;
}

function scheduleRuns(out: Stage, loops: readonly Loop[], knobs: Knobs, lanes: number): void {
  const [blocks, inBlock] = out.split(loops.at(-1)!, lanes * knobs.unroll, 'peel');
  const [vectors, lane] = out.split(inBlock, lanes, 'min');
  out.unroll(vectors).vectorize(lane, lanes).partition(blocks);
  share(out, loops.slice(0, -1), blocks, knobs);
}

/** Threads share the loops around the runs, or with these the loop along them. */
function share(out: Stage, outer: readonly Loop[], along: Loop, { parallel }: Knobs): void {
  const shared = parallel === 'none' ? [] : parallel === 'all' || outer.length === 0 ? [...outer, along] : outer;
  if (shared.length > 0) out.parallel(shared.reduce((a, b) => out.fuse(a, b)));
}

/** The read that is transposed becomes a stage of its own over the groups, kept in registers tile by tile. */
function scheduleTransposed(computation: Computation, plan: Plan, knobs: Knobs): Schedule {
  const s = new Schedule(withTile(computation, plan));
  const tile = s.stages.find(({ tensor }) => tensor.name === 'tile')!;
  const loops = groupLoops(s.output, plan);
  const across = plan.groups.indexOf(plan.transposed!.group);
  const [rows, row] = s.output.split(loops[across]!, knobs.tile, 'peel');
  const [columns, column] = s.output.split(loops.at(-1)!, knobs.tile, 'peel');
  const others = loops.filter((_, i) => i !== across && i !== loops.length - 1);
  const [outerTile, innerTile] = knobs.inner === 'output' ? [rows, columns] : [columns, rows];
  s.output
    .reorder(...others, outerTile, innerTile, row, column)
    .unroll(row)
    .vectorize(column, knobs.tile);
  tile.scope = 'register';
  tile.computeAt(s.output, innerTile);
  const [along, down] = [tile.loops[across]!, tile.loops.at(-1)!];
  tile.reorder(...tile.loops.filter((loop) => loop !== along && loop !== down), down, along);
  tile.unroll(...tile.loops.filter((loop) => loop !== along)).vectorize(along, knobs.tile);
  const shared = knobs.parallel === 'none' ? [] : knobs.parallel === 'all' ? [...others, outerTile] : others;
  const all = shared.length > 0 || knobs.parallel === 'none' ? shared : [outerTile];
  if (all.length > 0) s.output.parallel(all.reduce((a, b) => s.output.fuse(a, b)));
  return s;
}

function withTile({ inputs, output, constants }: Computation, { groups, axes, transposed }: Plan): Computation {
  const { axes: own, value } = output.compute!;
  const { load } = transposed!;
  const tile = compute(
    'tile',
    groups.map(({ extent }) => extent),
    groups.map((_, i) => `g${i}`),
    (places) => {
      const leaves = new Map(groups.flatMap((group, i) => leafIndices(group, places[i]!)));
      return substituteValue(load, (v) => leaves.get(v));
    },
    load.tensor.dtype,
  );
  const inLeaves = substituteValue(value, (v) => axes.get(v));
  const read = at(tile, ...groups.map(({ leaves }) => placeOf(leaves)));
  const replaced = transform(inLeaves, (node) => (node.kind === 'load' && isSameRead(node, load) ? read : node));
  const leavesOfAxes = new Map(
    own.flatMap((axis, d) =>
      leafIndices(
        { leaves: groups.flatMap(({ leaves }) => leaves.filter((leaf) => leaf.axis === d)), extent: axis.extent },
        ix.variable(axis),
      ),
    ),
  );
  const body = substituteValue(replaced, (v) => leavesOfAxes.get(v));
  const mapped = compute(
    output.name,
    output.shape,
    own.map(({ name }) => name),
    (indices) => elementAt({ axes: own, reduction: undefined, value: body }, indices),
    output.dtype,
  );
  return { inputs, output: mapped, constants };
}

/** The leaves of a group by the number of an element in it. */
function leafIndices({ leaves }: Group, place: Index): (readonly [ix.Var, Index])[] {
  let size = 1;
  return leaves
    .toReversed()
    .map(({ v }) => {
      const index = ix.mod(ix.div(place, size), v.extent);
      size *= v.extent;
      return [v, index] as const;
    })
    .toReversed();
}
