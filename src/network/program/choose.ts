/**
 * The layout of every value between layers, and the kernel of every layer, so that kernels and conversions together
 * take the least time: what ALT (Xu et al., EuroSys 2023) asks jointly of layouts and loops, here over kernels that
 * were measured one by one, exactly (`least-sum.ts`).
 */
import type { Graph } from '../graph/graph.js';
import type { AliasForm, KernelForm, ProgramLayer, LayerPair } from './layer.js';
import { fits, isSameBytes, type Layout } from './layout.js';
import { leastSum, type Table } from './least-sum.js';
import type { LoweredGraph } from './lowering.js';

/** A way to compute a layer, with layouts of what it is given, in the order of the form's inputs, and leaves. */
export interface KernelOption<Kernel> {
  readonly inputs: readonly Layout[];
  readonly output: Layout;
  readonly seconds: number;
  readonly how: AliasForm | { readonly form: KernelForm; readonly kernel: Kernel };
}

export interface KernelChoice<Kernel> {
  readonly layouts: ReadonlyMap<string, Layout>;
  /** Those that are computed, in their order: one for both of a pair that is fused. */
  readonly layers: readonly ProgramLayer[];
  /** Of each of them. */
  readonly options: ReadonlyMap<ProgramLayer, KernelOption<Kernel>>;
  /** Of all kernels and conversions. */
  readonly seconds: number;
}

export interface Costs<Kernel> {
  readonly optionsOf: (layer: ProgramLayer) => readonly KernelOption<Kernel>[];
  /** Seconds to bring a value of a shape from one layout into another, which has other bytes. */
  readonly conversion: (shape: readonly number[], from: Layout, to: Layout) => number;
}

/** What a value has for a layout that one kernel makes and reads, so that it is nowhere. */
const inside = 'inside';

type Lie = Layout | typeof inside;

/** `layouts`: those that values may have. Throws Error where a layer has no option. */
export function chooseKernels<Kernel>(
  graph: Graph,
  { layers, pairs }: LoweredGraph,
  layouts: readonly Layout[],
  costs: Costs<Kernel>,
): KernelChoice<Kernel> {
  const domains = domainsOf(graph, layers, pairs, layouts);
  const all = [...layers, ...pairs.map(({ fused }) => fused)];
  const options = new Map(all.map((layer) => [layer, costs.optionsOf(layer)]));
  const convert = conversionIn(graph, costs);
  const tables = [
    ...layers.flatMap((layer) => layerTables(layer, pairs, options, convert)),
    ...graph.outputs.flatMap((value) => (domains.has(value) ? [outputTable(value, convert)] : [])),
  ];
  const solution = leastSum(domains, tables);
  if (!solution) throw new Error('there are no layouts in which every layer has a kernel');
  const { choices } = solution;
  const chosen = layers.flatMap((layer) => {
    if (choices.get(layer.writes) === inside) return [];
    const pair = pairs.find(({ first, second }) => second === layer && choices.get(first.writes) === inside);
    return [pair?.fused ?? layer];
  });
  const given = (value: string): Layout => choices.get(value) as Layout;
  const best = (layer: ProgramLayer): KernelOption<Kernel> => {
    const priced = options.get(layer)!.map((option) => ({ option, cost: costOf(layer, option, given, convert) }));
    return priced.reduce((a, b) => (b.cost < a.cost ? b : a)).option;
  };
  return {
    layouts: new Map([...choices].flatMap(([value, lie]) => (lie === inside ? [] : [[value, lie] as const]))),
    layers: chosen,
    options: new Map(chosen.map((layer) => [layer, best(layer)])),
    seconds: solution.cost,
  };
}

/** What a caller gives is row-major; other values may have every layout that has bytes of its own. */
function domainsOf(
  { inputs, values }: Graph,
  layers: readonly ProgramLayer[],
  pairs: readonly LayerPair[],
  layouts: readonly Layout[],
): ReadonlyMap<string, readonly Lie[]> {
  const between = new Set(pairs.map(({ first }) => first.writes));
  const domainOf = (value: string): readonly Lie[] => {
    const { shape } = values.get(value)!;
    const own = layouts.filter(
      (layout, i) => fits(layout, shape) && !layouts.slice(0, i).some((other) => isSameBytes(other, layout, shape)),
    );
    return between.has(value) ? [...own, inside] : own;
  };
  return new Map([
    ...inputs.map((value) => [value, ['NCHW']] as const),
    ...layers.map(({ writes }) => [writes, domainOf(writes)] as const),
  ]);
}

type Convert = (value: string, from: Layout, to: Layout) => number;

function conversionIn<Kernel>({ values }: Graph, { conversion }: Costs<Kernel>): Convert {
  return (value, from, to) => {
    const { shape } = values.get(value)!;
    return isSameBytes(from, to, shape) ? 0 : conversion(shape, from, to);
  };
}

/**
 * What a layer costs, alone or in pairs. As the first of a pair it costs nothing where its value is inside of the fused
 * kernel, which the second pays.
 */
function layerTables<Kernel>(
  layer: ProgramLayer,
  pairs: readonly LayerPair[],
  options: ReadonlyMap<ProgramLayer, readonly KernelOption<Kernel>[]>,
  convert: Convert,
): Table<Lie>[] {
  const asSecond = pairs.find(({ second }) => second === layer);
  const isFirst = pairs.some(({ first }) => first === layer);
  const alone = options.get(layer)!;
  if (!asSecond && !isFirst) return tablesOf(layer, alone, convert);
  const { fused } = asSecond ?? {};
  const over = [...new Set([...layer.reads, ...(fused?.reads ?? []), layer.writes])];
  const cost = (lies: readonly Lie[]): number => {
    const lieOf = (value: string): Lie => lies[over.indexOf(value)]!;
    const isFused = asSecond !== undefined && lieOf(asSecond.first.writes) === inside;
    // A layer is in one kernel: what is between two pairs is not inside where what is before it is.
    if (lieOf(layer.writes) === inside) return isFused ? Infinity : 0;
    const one = isFused ? fused! : layer;
    if (one.reads.some((value) => lieOf(value) === inside)) return Infinity;
    return leastCost(one, options.get(one)!, (value) => lieOf(value) as Layout, convert);
  };
  return [{ over, cost }];
}

function leastCost<Kernel>(
  layer: ProgramLayer,
  options: readonly KernelOption<Kernel>[],
  given: (value: string) => Layout,
  convert: Convert,
): number {
  return Math.min(...options.map((option) => costOf(layer, option, given, convert)));
}

/**
 * What a layer costs in the layouts of its values. Where each layout of its output is that of one option, what an input
 * costs depends on that input and the output alone, and large tables fall apart.
 */
function tablesOf<Kernel>(
  layer: ProgramLayer,
  options: readonly KernelOption<Kernel>[],
  convert: Convert,
): Table<Lie>[] {
  const { reads, writes } = layer;
  const outputs = new Set(options.map(({ output }) => output));
  if (outputs.size < options.length || reads.length < 3)
    return [
      {
        over: [...reads, writes],
        cost: (choices) => {
          const given = (value: string): Layout =>
            choices[value === writes ? reads.length : reads.indexOf(value)] as Layout;
          return leastCost(layer, options, given, convert);
        },
      },
    ];
  const optionOf = (output: Layout): KernelOption<Kernel> | undefined =>
    options.find((option) => convert(writes, option.output, output) === 0);
  return [
    { over: [writes], cost: ([output]) => optionOf(output as Layout)?.seconds ?? Infinity },
    ...reads.map((value) => ({
      over: [value, writes],
      cost: ([from, output]: readonly Lie[]) => {
        const option = optionOf(output as Layout);
        const given = (one: string): Layout | undefined => (one === value ? (from as Layout) : undefined);
        return option ? inputsCost(layer, option, given, convert) : Infinity;
      },
    })),
  ];
}

function outputTable(value: string, convert: Convert): Table<Lie> {
  return { over: [value], cost: ([layout]) => convert(value, layout as Layout, 'NCHW') };
}

/** Infinity where the option leaves another layout. */
function costOf<Kernel>(
  layer: ProgramLayer,
  option: KernelOption<Kernel>,
  given: (value: string) => Layout,
  convert: Convert,
): number {
  if (convert(layer.writes, option.output, given(layer.writes)) !== 0) return Infinity;
  return option.seconds + inputsCost(layer, option, given, convert);
}

/** Conversions of the values whose layouts are given; what is read twice in one layout is converted once. */
function inputsCost<Kernel>(
  layer: ProgramLayer,
  { how, inputs }: KernelOption<Kernel>,
  given: (value: string) => Layout | undefined,
  convert: Convert,
): number {
  const asked = new Map<string, number>();
  for (const [place, value] of valuesRead(layer, how).entries()) {
    const from = value === undefined ? undefined : given(value);
    if (value !== undefined && from !== undefined)
      asked.set(`${value} ${inputs[place]!}`, convert(value, from, inputs[place]!));
  }
  return [...asked.values()].reduce((sum, seconds) => sum + seconds, 0);
}

/** The values that an option reads, in the order of its layouts; undefined in the places of constants. */
export function valuesRead<Kernel>(
  { reads }: ProgramLayer,
  how: KernelOption<Kernel>['how'],
): readonly (string | undefined)[] {
  if ('parts' in how) return reads;
  return how.form.inputs.map((operand) => ('value' in operand ? operand.value : undefined));
}
