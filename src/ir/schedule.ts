/**
 * A schedule: how a computation is carried out. It starts as the plain loop nests of the computation's tensors;
 * primitives rewrite it, and `lower.ts` turns it into one loop nest. The primitives are the usual ones (Halide, PLDI
 * 2013; TVM, OSDI 2018) plus `accumulate` and `pack`.
 */
import { add, constant, div, isConstant, mod, scale, subtract, substitute, variable, Var } from './index.js';
import type { Index } from './index.js';
import { InstantiationError } from './errors.js';
import { dimName, originalIndices, packedIndices, packedShape } from './layout.js';
import type { Layout } from './layout.js';
import { inBlocks } from './blocked-sum.js';
import { confine, type PartOf } from './confined.js';
import { renamed, replacing, withLoads } from './renamed.js';
import { shifted } from './shifted.js';
import { Stage } from './stage.js';
import { tileAxes } from './tiles.js';
import { applied } from './trace.js';
import type { TiledAxes, Tiles } from './tiles.js';
import type { Scope } from './stage.js';
import type { Computation, Compute, Condition, DType, LoadValue, Reduction, Tensor, Value } from './tensor.js';
import {
  binary,
  constantValue,
  elementAt,
  loadsOfCompute,
  reduced,
  select,
  substituteValue,
  transform,
  typeOfSum,
} from './value.js';

export class Schedule {
  /** Producers before their readers; the output is last. */
  readonly stages: Stage[] = [];
  readonly output: Stage;
  #computation: Computation;
  /** The order in which the caller has the output's dimensions; undefined: as they are. */
  #outputOrder: readonly number[] | undefined;

  constructor(computation: Computation) {
    this.#computation = computation;
    this.collect(computation.output, new Set());
    this.output = this.stage(computation.output);
    this.output.scope = 'output';
  }

  get computation(): Computation {
    return this.#computation;
  }

  get outputOrder(): readonly number[] | undefined {
    return this.#outputOrder;
  }

  stage(tensor: Tensor): Stage {
    const found = this.stages.find((s) => s.tensor === tensor);
    if (!found) throw new Error(`${tensor.name} is not computed in this schedule`);
    return found;
  }

  /** Computes a tensor without a reduction where it is read, instead of storing it. */
  inline(tensor: Tensor): void {
    const { compute } = this.stage(tensor);
    if (compute.reduction) throw new Error(`inline: ${tensor.name} is a reduction`);
    this.rewriteLoads(tensor, this.stages, (load) => elementAt(compute, load.indices));
    this.stages.splice(this.stages.indexOf(this.stage(tensor)), 1);
    applied('inline', undefined, [tensor]);
  }

  /**
   * Moves the reduction of a stage into a new stage (its accumulators), which the old one reads and finishes. `tiles`
   * cut dimensions of the accumulators into parts (`tiles.ts`), of which the last may run beyond the shape: what they
   * read there must be there, as in a copy by `cacheRead`.
   */
  cacheWrite(stage: Stage, scope: Scope, tiles: Tiles = {}): Stage {
    const { axes, reduction, value } = stage.compute;
    if (!reduction) throw new Error(`cacheWrite: ${stage.tensor.name} has no reduction`);
    const tiled = tileAxes(
      stage.tensor.shape,
      axes.map((axis) => axis.name),
      tiles,
    );
    const tensor: Tensor = {
      name: `${stage.tensor.name}_acc`,
      shape: tiled.shape,
      dtype: typeOfSum(reduction),
      compute: undefined,
    };
    const original = (v: Var): Index | undefined => (axes.includes(v) ? tiled.original[axes.indexOf(v)] : undefined);
    const sum: Reduction = {
      op: reduction.op,
      axes: reduction.axes.map(({ axis, extent }) => ({ axis, extent: substitute(extent, original) })),
      source: substituteValue(reduction.source, original),
    };
    const partial: Compute = { axes: tiled.axes, reduction: sum, value: reduced };
    const cache = this.insertBefore(stage, tensor, renamed(partial), scope);
    // The stage's loops may run over its shape, too, to the end of the last tile.
    const widened = new Map(axes.map((axis, d) => [axis, d in tiles ? new Var(axis.name, tiled.ends[d]!) : axis]));
    const wide = [...widened.values()];
    const total: Value = { kind: 'load', tensor, indices: tiled.place(wide.map(variable)) };
    const finish = substituteValue(value, replacing(widened));
    this.redefine(stage, {
      axes: wide,
      reduction: undefined,
      value: transform(finish, (v) => (v.kind === 'reduced' ? total : v)),
    });
    applied('cacheWrite', undefined, [stage, scope, tiles], [cache]);
    return cache;
  }

  /**
   * Like `cacheWrite`, with the sum over `axisName` cut into blocks: the new stage sums one block, the old one adds the
   * blocks up in its own storage and finishes with the last (rfactor, with the partial sum placed inside the block
   * loop). With one block it is `cacheWrite`. Throws where that storage would round each sum of blocks in registers.
   */
  accumulate(stage: Stage, axisName: string, block: number, scope: Scope): Stage {
    const { reduction } = stage.compute;
    const cut = reduction?.axes.find((r) => r.axis.name === axisName);
    if (!reduction || !cut) throw new Error(`accumulate: ${stage.tensor.name} does not sum over ${axisName}`);
    if (block >= cut.axis.extent) return this.cacheWrite(stage, scope);
    if (['register', 'fragment'].includes(scope) && stage.tensor.dtype !== typeOfSum(reduction))
      throw new Error(`accumulate: ${stage.tensor.name} is of ${stage.tensor.dtype}, which rounds each sum`);
    const { blocks, partial, whole } = inBlocks(stage.compute, cut, block);
    // Parts that are kept until all are there are no accumulators, which the stage may still get.
    const suffix = scope === 'workspace' ? 'parts' : 'acc';
    const tensor: Tensor = {
      name: `${stage.tensor.name}_${suffix}`,
      shape: [blocks, ...stage.tensor.shape],
      dtype: typeOfSum(reduction),
      compute: undefined,
    };
    const cache = this.insertBefore(stage, tensor, renamed(partial), scope);

    this.redefine(stage, whole(tensor));
    stage.predicated = true;
    applied('accumulate', undefined, [stage, axisName, block, scope], [cache]);
    return cache;
  }

  /**
   * Cuts the sum over `axisName`, the only one of the stage, into `lanes` interleaved sums that a vector can hold:
   * `partial` has one of them along a new first axis, and the old stage adds them up and finishes (rfactor of Halide
   * and TVM). The last elements, which do not fill a vector, are a sum of their own, `rest`.
   */
  rfactor(stage: Stage, axisName: string, lanes: number, scope: Scope): { partial: Stage; rest: Stage | undefined } {
    const { axes, reduction, value } = stage.compute;
    const [cut, ...others] = reduction?.axes ?? [];
    if (!reduction || !cut || others.length > 0 || cut.axis.name !== axisName)
      throw new Error(`rfactor: ${stage.tensor.name} is not a sum over ${axisName} alone`);
    const steps = Math.floor(cut.axis.extent / lanes);
    if (steps === 0) throw new InstantiationError(`the sum over ${axisName} is shorter than ${lanes} lanes: use fewer`);
    const insert = (suffix: string, own: readonly Var[], over: Var, extent: Index, k: Index): Stage => {
      const source = substituteValue(reduction.source, (v) => (v === cut.axis ? k : undefined));
      const sum = { op: reduction.op, axes: [{ axis: over, extent }], source };
      const shape = [...own.map((v) => v.extent), ...stage.tensor.shape];
      const dtype = typeOfSum(reduction);
      const tensor: Tensor = { name: `${stage.tensor.name}_${suffix}`, shape, dtype, compute: undefined };
      const compute: Compute = { axes: [...own, ...axes], reduction: sum, value: reduced };
      return this.insertBefore(stage, tensor, renamed(compute), scope);
    };
    const load = ({ tensor }: Stage, ...own: Var[]): Value => ({
      kind: 'load',
      tensor,
      indices: [...own, ...axes].map(variable),
    });

    const [step, lane] = [new Var(`${axisName}o`, steps), new Var('lane', lanes)];
    const whole = div(cut.extent, lanes);
    const partial = insert('lanes', [lane], step, whole, add(scale(variable(step), lanes), variable(lane)));
    const left = new Var(`${axisName}r`, isConstant(cut.extent) ? cut.extent.constant % lanes : lanes - 1);
    const behind = add(variable(left), scale(whole, lanes));
    const rest = left.extent > 0 ? insert('rest', [], left, mod(cut.extent, lanes), behind) : undefined;
    const sumAxis = new Var('lane', lanes);
    const sum = {
      op: reduction.op,
      axes: [{ axis: sumAxis, extent: constant(lanes) }],
      source: load(partial, sumAxis),
    };
    const total = rest ? binary(reduction.op, reduced, load(rest)) : reduced;
    this.redefine(stage, { axes, reduction: sum, value: transform(value, (v) => (v.kind === 'reduced' ? total : v)) });
    applied('rfactor', undefined, [stage, axisName, lanes, scope], [partial, ...(rest ? [rest] : [])]);
    return { partial, rest };
  }

  /**
   * Gives every reader of `tensor` a copy, of just what the place needs at which it is computed; what readers ask for
   * outside the tensor is zero in it. `tiles` cut dimensions of the copy into parts (`tiles.ts`).
   */
  cacheRead(tensor: Tensor, scope: 'shared' | 'register' | 'fragment', tiles: Tiles = {}): Stage {
    const names = [...tensor.shape.keys()].map((d) => `d${d}`);
    const { axes, shape, original, place } = tileAxes(tensor.shape, names, tiles);
    const source = this.stages.find((s) => s.tensor === tensor);
    const when = source?.zeroOutside
      ? []
      : original.flatMap((i, d) => [i, subtract(constant(tensor.shape[d]! - 1), i)]);
    const stage = this.copy(
      'cacheRead',
      tensor,
      `${tensor.name}_${scope}`,
      { axes, shape, original, when, place },
      scope,
    );
    stage.zeroOutside = true;
    applied('cacheRead', undefined, [tensor, scope, tiles], [stage]);
    return stage;
  }

  /**
   * Gives every reader of `tensor` a copy in another layout. Dimensions that tiles do not fill are padded with zeros.
   * `prepacked` is for constants and free inputs: the copy is made by the pack function. `dtype`: of the copy.
   */
  pack(
    tensor: Tensor,
    layout: Layout,
    scope: 'workspace' | 'prepacked' = 'workspace',
    dtype: DType = tensor.dtype,
  ): Stage {
    const shape = packedShape(tensor.shape, layout);
    const axes = layout.map((d, i) => new Var(dimName(d), shape[i]!));
    const { indices: original, when: inside } = originalIndices(tensor.shape, layout, axes);
    const when = this.stages.find((s) => s.tensor === tensor)?.zeroOutside ? [] : inside;
    const place = (indices: readonly Index[]): Index[] => packedIndices(indices, layout);
    const stage = this.copy(
      'pack',
      tensor,
      `${tensor.name}_packed`,
      { axes, shape, original, when, place },
      scope,
      tensor,
      dtype,
    );
    applied('pack', undefined, dtype === tensor.dtype ? [tensor, layout, scope] : [tensor, layout, scope, dtype], [
      stage,
    ]);
    return stage;
  }

  /**
   * Makes an input one that the caller has with its dimensions in another order, of which the pack function, off the
   * clock, makes what the schedule reads. Returns the stage of that copy.
   */
  takeInOrder(tensor: Tensor, order: readonly number[]): Stage {
    const given: Tensor = { ...tensor, shape: order.map((d) => tensor.shape[d]!) };
    const axes = tensor.shape.map((extent, d) => new Var(dimName(d), extent));
    const original = order.map((d) => variable(axes[d]!));
    const place = (indices: readonly Index[]): Index[] => [...indices];
    const { inputs, free = [] } = this.#computation;
    const stage = this.copy(
      'takeInOrder',
      tensor,
      `${tensor.name}_ordered`,
      { axes, shape: tensor.shape, when: [], place, original },
      'prepacked',
      given,
    );
    const swapped = inputs.map((input) => (input === tensor ? given : input));
    this.#computation = { ...this.#computation, inputs: swapped, free: [...free, given] };
    applied('takeInOrder', undefined, [tensor, order], [stage]);
    return stage;
  }

  /**
   * Adds a number to each element of a tensor that a sum of products reads, and takes back what that comes to:
   * Σ a·b = Σ (a + by)·b − Σ by·b. Returns the stage of the latter sum, which has an axis for each axis of the old one
   * that b depends on.
   */
  shift(stage: Stage, tensor: Tensor, by: number): Stage {
    const { axes, reduction, value } = stage.compute;
    const { own, rest, tensor: sum } = shifted(stage, tensor, by);
    const shift = this.insertBefore(stage, sum, renamed({ ...own, value: reduced }), 'workspace');
    const taken = binary('sub', reduced, { kind: 'load', tensor: sum, indices: own.axes.map(variable) });
    this.redefine(stage, {
      axes,
      reduction: reduction && { ...reduction, source: rest },
      value: transform(value, (v) => (v.kind === 'reduced' ? taken : v)),
    });
    applied('shift', undefined, [stage, tensor, by], [shift]);
    return shift;
  }

  /**
   * Has tensors along one dimension computed only from..to, where a place needs a part of them: `from` of the first,
   * `to` behind the last element that it needs along the others. Sums over the dimension run over as much: what lies
   * outside must add nothing to them. Must come before loops are touched.
   */
  confine(tensors: readonly Tensor[], dim: number, part: PartOf): void {
    confine(this.stages, tensors, dim, part);
    applied('confine', undefined, [tensors, dim]);
  }

  /** Hands the output over with its dimensions in another order: the unpack function, off the clock, sees to that. */
  giveInOrder(order: readonly number[]): void {
    const { output, free = [] } = this.#computation;
    this.#outputOrder = order;
    applied('giveInOrder', undefined, [order]);
    this.#computation = { ...this.#computation, free: [...free, output] };
  }

  /** Puts a copy of a tensor, or of what it is made of, between it and all its readers. */
  private copy(
    what: string,
    tensor: Tensor,
    name: string,
    to: CopiedAxes,
    scope: Scope,
    source = tensor,
    dtype = tensor.dtype,
  ): Stage {
    const copied: Tensor = { name, shape: to.shape, dtype, compute: undefined, copied: source.copied ?? source.dtype };
    const load: Value = { kind: 'load', tensor: source, indices: to.original };
    const readers = [...this.stages];
    const compute: Compute = { axes: to.axes, reduction: undefined, value: select(to.when, load, constantValue(0)) };
    const firstReader = readers.find((s) => s.loadsOf(tensor).length > 0);
    if (!firstReader) throw new Error(`${what}: no stage reads ${tensor.name}`);
    const stage = this.insertBefore(firstReader, copied, compute, scope);
    this.rewriteLoads(tensor, readers, (l) => ({ kind: 'load', tensor: copied, indices: to.place(l.indices) }));
    return stage;
  }

  private collect(tensor: Tensor, seen: Set<Tensor>): void {
    if (seen.has(tensor) || !tensor.compute) return;
    seen.add(tensor);
    for (const load of loadsOfCompute(tensor.compute)) this.collect(load.tensor, seen);
    this.stages.push(new Stage(tensor, tensor.compute));
  }

  private insertBefore(reader: Stage, tensor: Tensor, compute: Compute, scope: Scope): Stage {
    const stage = new Stage(tensor, compute);
    stage.scope = scope;
    this.stages.splice(this.stages.indexOf(reader), 0, stage);
    return stage;
  }

  /** Gives a stage another definition over the same spatial axes; must come before its loops are touched. */
  private redefine(stage: Stage, compute: Compute): void {
    stage.compute = compute;
    stage.loops = new Stage(stage.tensor, compute).loops;
  }

  private rewriteLoads(tensor: Tensor, stages: readonly Stage[], replace: (load: LoadValue) => Value): void {
    for (const stage of stages) stage.compute = withLoads(stage.compute, tensor, replace);
  }
}

/** The axes of a copy, the elements that they stand for and where these exist, and where readers find an element. */
interface CopiedAxes extends Omit<TiledAxes, 'ends'> {
  readonly when: readonly Condition[];
}
