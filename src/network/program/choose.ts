/**
 * The layout of every value between layers, and the kernel of every layer, so that kernels and conversions together
 * take the least time: what ALT (Xu et al., EuroSys 2023) asks jointly of layouts and loops, here over kernels that
 * were measured one by one, exactly (`least-sum.ts`).
 */
import type { Graph } from '../graph/graph.js';
import type { AliasForm, KernelForm, ProgramLayer, RoutineForm } from './layer.js';
import { fits, isSameBytes, type Layout } from './layout.js';
import { leastSum, type Table } from './least-sum.js';
import type { LoweredGraph } from './lowering.js';

/** A way to compute a layer, with layouts of what it is given, in the order of the form's inputs, and leaves. */
export interface KernelOption<Kernel> {
  readonly inputs: readonly Layout[];
  readonly output: Layout;
  readonly seconds: number;
  readonly how: AliasForm | RoutineForm | { readonly form: KernelForm; readonly kernel: Kernel };
}

export interface KernelChoice<Kernel> {
  readonly layouts: ReadonlyMap<string, Layout>;
  /** Those that are computed, in their order: one for both of a pair that is fused. */
  readonly layers: readonly ProgramLayer[];
  readonly options: ReadonlyMap<ProgramLayer, KernelOption<Kernel>>;
  readonly seconds: number;
}

export interface Costs<Kernel> {
  readonly optionsOf: (layer: ProgramLayer) => readonly KernelOption<Kernel>[];
  /** Seconds to bring a value from one layout into another, which has other bytes. */
  readonly conversion: (value: string, from: Layout, to: Layout) => number;
}

/** What a value has for a layout that one kernel makes and reads, so that it is nowhere. */
const inside = 'inside';

type Lie = Layout | typeof inside;

/** `layouts`: those that values may have. Throws Error where a layer has no option. */
export function chooseKernels<Kernel>(
  graph: Graph,
  lowered: LoweredGraph,
  layouts: readonly Layout[],
  costs: Costs<Kernel>,
): KernelChoice<Kernel> {
  return new Chooser(graph, lowered, costs).choose(layouts);
}

type Given<Found = Layout> = (value: string) => Found;

class Chooser<Kernel> {
  private readonly options: ReadonlyMap<ProgramLayer, readonly KernelOption<Kernel>[]>;
  /** Seconds by type, shape and layouts: every entry of every table asks for some. */
  private readonly conversions = new Map<string, number>();

  constructor(
    private readonly graph: Graph,
    private readonly lowered: LoweredGraph,
    private readonly costs: Costs<Kernel>,
  ) {
    const all = [...lowered.layers, ...lowered.pairs.map(({ fused }) => fused)];
    this.options = new Map(all.map((layer) => [layer, costs.optionsOf(layer)]));
  }

  choose(layouts: readonly Layout[]): KernelChoice<Kernel> {
    const { layers, pairs } = this.lowered;
    const domains = this.domains(layouts);
    const outputs = this.graph.outputs.filter((value) => domains.has(value));
    const solution = leastSum(domains, [
      ...layers.flatMap((layer) => this.layerTables(layer)),
      ...outputs.map((value): Table<Lie> => ({
        over: [value],
        cost: ([layout]) => this.convert(value, layout as Layout, 'NCHW'),
      })),
    ]);
    if (!solution) throw new Error('there are no layouts in which every layer has a kernel');
    const { choices } = solution;
    const chosen = layers.flatMap((layer) => {
      if (choices.get(layer.writes) === inside) return [];
      const pair = pairs.find(({ first, second }) => second === layer && choices.get(first.writes) === inside);
      return [pair?.fused ?? layer];
    });
    const given = (value: string): Layout => choices.get(value) as Layout;
    const best = (layer: ProgramLayer): KernelOption<Kernel> => {
      const priced = this.options.get(layer)!.map((option) => ({ option, cost: this.costOf(layer, option, given) }));
      return priced.reduce((a, b) => (b.cost < a.cost ? b : a)).option;
    };
    return {
      layouts: new Map([...choices].flatMap(([value, lie]) => (lie === inside ? [] : [[value, lie] as const]))),
      layers: chosen,
      options: new Map(chosen.map((layer) => [layer, best(layer)])),
      seconds: solution.cost,
    };
  }

  /**
   * What a caller gives is row-major, and so is what a layer also writes; other values may have every layout that has
   * bytes of its own.
   */
  private domains(layouts: readonly Layout[]): ReadonlyMap<string, readonly Lie[]> {
    const between = new Set(this.lowered.pairs.map(({ first }) => first.writes));
    const domainOf = (value: string): readonly Lie[] => {
      const { shape } = this.graph.values.get(value)!;
      const own = layouts.filter(
        (layout, i) => fits(layout, shape) && !layouts.slice(0, i).some((other) => isSameBytes(other, layout, shape)),
      );
      return between.has(value) ? [...own, inside] : own;
    };
    return new Map([
      ...this.graph.inputs.map((value) => [value, ['NCHW']] as const),
      ...this.lowered.layers.map(({ writes }) => [writes, domainOf(writes)] as const),
      ...this.lowered.layers.flatMap(({ alsoWrites }) => alsoWrites.map((value) => [value, ['NCHW']] as const)),
    ]);
  }

  private convert(value: string, from: Layout, to: Layout): number {
    const { type, shape } = this.graph.values.get(value)!;
    const key = `${type} ${shape.join('x')} ${from} ${to}`;
    const seconds =
      this.conversions.get(key) ?? (isSameBytes(from, to, shape) ? 0 : this.costs.conversion(value, from, to));
    this.conversions.set(key, seconds);
    return seconds;
  }

  /**
   * What a layer costs, alone or in pairs. As the first of a pair it costs nothing where its value is inside of the
   * fused kernel, which the second pays.
   */
  private layerTables(layer: ProgramLayer): Table<Lie>[] {
    const { pairs } = this.lowered;
    const asSecond = pairs.find(({ second }) => second === layer);
    if (!asSecond && !pairs.some(({ first }) => first === layer)) return this.tablesAlone(layer);
    const { fused } = asSecond ?? {};
    const over = [...new Set([...layer.reads, ...(fused?.reads ?? []), layer.writes])];
    const cost = (lies: readonly Lie[]): number => {
      const lieOf = (value: string): Lie => lies[over.indexOf(value)]!;
      const isFused = asSecond !== undefined && lieOf(asSecond.first.writes) === inside;
      // A layer is in one kernel: what is between two pairs is not inside where what is before it is.
      if (lieOf(layer.writes) === inside) return isFused ? Infinity : 0;
      const one = isFused ? fused! : layer;
      if (one.reads.some((value) => lieOf(value) === inside)) return Infinity;
      return this.leastCost(one, lieOf as Given);
    };
    return [{ over, cost }];
  }

  private leastCost(layer: ProgramLayer, given: Given): number {
    return Math.min(...this.options.get(layer)!.map((option) => this.costOf(layer, option, given)));
  }

  /**
   * What a layer costs in the layouts of its values. Where each layout of its output is that of one option, what an
   * input costs depends on that input and the output alone, and large tables fall apart.
   */
  private tablesAlone(layer: ProgramLayer): Table<Lie>[] {
    const { reads, writes } = layer;
    const options = this.options.get(layer)!;
    const outputs = new Set(options.map(({ output }) => output));
    if (outputs.size < options.length || reads.length < 3) {
      const cost = (choices: readonly Lie[]): number =>
        this.leastCost(layer, (value) => choices[value === writes ? reads.length : reads.indexOf(value)] as Layout);
      return [{ over: [...reads, writes], cost }];
    }
    const optionOf = (output: Lie | undefined): KernelOption<Kernel> | undefined =>
      options.find((option) => this.convert(writes, option.output, output as Layout) === 0);
    return [
      { over: [writes], cost: ([output]) => optionOf(output)?.seconds ?? Infinity },
      ...reads.map((value): Table<Lie> => ({
        over: [value, writes],
        cost: ([from, output]) => {
          const option = optionOf(output);
          const given = (one: string): Layout | undefined => (one === value ? (from as Layout) : undefined);
          return option ? this.inputsCost(layer, option, given) : Infinity;
        },
      })),
    ];
  }

  /** Infinity where the option leaves another layout. */
  private costOf(layer: ProgramLayer, option: KernelOption<Kernel>, given: Given): number {
    if (this.convert(layer.writes, option.output, given(layer.writes)) !== 0) return Infinity;
    return option.seconds + this.inputsCost(layer, option, given);
  }

  /** Conversions of the values whose layouts are given; what is read twice in one layout is converted once. */
  private inputsCost(
    layer: ProgramLayer,
    { how, inputs }: KernelOption<Kernel>,
    given: Given<Layout | undefined>,
  ): number {
    const asked = new Map<string, number>();
    for (const [place, value] of valuesRead(layer, how).entries()) {
      const from = value === undefined ? undefined : given(value);
      if (value !== undefined && from !== undefined)
        asked.set(`${value} ${inputs[place]!}`, this.convert(value, from, inputs[place]!));
    }
    return [...asked.values()].reduce((sum, seconds) => sum + seconds, 0);
  }
}

/** The values that an option reads, in the order of its layouts; undefined in the places of constants. */
export function valuesRead<Kernel>(
  { reads }: ProgramLayer,
  how: KernelOption<Kernel>['how'],
): readonly (string | undefined)[] {
  if ('parts' in how) return reads;
  const { inputs } = 'form' in how ? how.form : how;
  return inputs.map((operand) => ('value' in operand ? operand.value : undefined));
}
