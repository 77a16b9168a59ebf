/**
 * The layout of every value between layers, and the kernel of every layer, so that kernels and conversions together
 * take the least time: what ALT (Xu et al., EuroSys 2023) asks jointly of layouts and loops, here over kernels that
 * were measured one by one, exactly (`least-sum.ts`).
 */
import type { Graph } from '../graph/graph.js';
import type { AliasForm, KernelForm, Layer } from './layer.js';
import { fits, isSameBytes, type Layout } from './layout.js';
import { leastSum, type Table } from './least-sum.js';

/** A way to compute a layer, with layouts of what it is given, in the order of the form's inputs, and leaves. */
export interface Option<Kernel> {
  readonly inputs: readonly Layout[];
  readonly output: Layout;
  readonly seconds: number;
  readonly how: AliasForm | { readonly form: KernelForm; readonly kernel: Kernel };
}

export interface Choice<Kernel> {
  readonly layouts: ReadonlyMap<string, Layout>;
  readonly options: ReadonlyMap<Layer, Option<Kernel>>;
  /** Of all kernels and conversions. */
  readonly seconds: number;
}

export interface Costs<Kernel> {
  readonly optionsOf: (layer: Layer) => readonly Option<Kernel>[];
  /** Seconds to bring a value of a shape from one layout into another, which has other bytes. */
  readonly conversion: (shape: readonly number[], from: Layout, to: Layout) => number;
}

/** `layouts`: those that values may have. Throws Error where a layer has no option. */
export function choose<Kernel>(
  graph: Graph,
  layers: readonly Layer[],
  layouts: readonly Layout[],
  costs: Costs<Kernel>,
): Choice<Kernel> {
  const domains = domainsOf(graph, layers, layouts);
  const options = new Map(layers.map((layer) => [layer, costs.optionsOf(layer)]));
  const convert = conversionIn(graph, costs);
  const tables = [
    ...layers.flatMap((layer) => tablesOf(layer, options.get(layer)!, convert)),
    ...graph.outputs.flatMap((value) => (domains.has(value) ? [outputTable(value, convert)] : [])),
  ];
  const solution = leastSum(domains, tables);
  if (!solution) throw new Error('there are no layouts in which every layer has a kernel');
  const chosen = layers.map((layer) => {
    const given = (value: string): Layout => solution.choices.get(value)!;
    const all = options.get(layer)!.map((option) => ({ option, cost: costOf(layer, option, given, convert) }));
    return [layer, all.reduce((a, b) => (b.cost < a.cost ? b : a)).option] as const;
  });
  return { layouts: solution.choices, options: new Map(chosen), seconds: solution.cost };
}

/** What a caller gives is row-major; other values may have every layout that has bytes of its own. */
function domainsOf(
  { inputs, values }: Graph,
  layers: readonly Layer[],
  layouts: readonly Layout[],
): ReadonlyMap<string, readonly Layout[]> {
  const domainOf = (value: string): readonly Layout[] => {
    const { shape } = values.get(value)!;
    return layouts.filter(
      (layout, i) => fits(layout, shape) && !layouts.slice(0, i).some((other) => isSameBytes(other, layout, shape)),
    );
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
 * What a layer costs in the layouts of its values. Where each layout of its output is that of one option, what an input
 * costs depends on that input and the output alone, and large tables fall apart.
 */
function tablesOf<Kernel>(layer: Layer, options: readonly Option<Kernel>[], convert: Convert): Table<Layout>[] {
  const { reads, writes } = layer;
  const outputs = new Set(options.map(({ output }) => output));
  if (outputs.size < options.length || reads.length < 3)
    return [
      {
        over: [...reads, writes],
        cost: (choices) => {
          const given = (value: string): Layout => choices[value === writes ? reads.length : reads.indexOf(value)]!;
          return Math.min(...options.map((option) => costOf(layer, option, given, convert)));
        },
      },
    ];
  const optionOf = (output: Layout): Option<Kernel> | undefined =>
    options.find((option) => convert(writes, option.output, output) === 0);
  return [
    { over: [writes], cost: ([output]) => optionOf(output!)?.seconds ?? Infinity },
    ...reads.map((value) => ({
      over: [value, writes],
      cost: ([from, output]: readonly Layout[]) => {
        const option = optionOf(output!);
        return option ? inputsCost(layer, option, (one) => (one === value ? from : undefined), convert) : Infinity;
      },
    })),
  ];
}

function outputTable(value: string, convert: Convert): Table<Layout> {
  return { over: [value], cost: ([layout]) => convert(value, layout!, 'NCHW') };
}

/** Infinity where the option leaves another layout. */
function costOf<Kernel>(
  layer: Layer,
  option: Option<Kernel>,
  given: (value: string) => Layout,
  convert: Convert,
): number {
  if (convert(layer.writes, option.output, given(layer.writes)) !== 0) return Infinity;
  return option.seconds + inputsCost(layer, option, given, convert);
}

/** Conversions of the values whose layouts are given; what is read twice in one layout is converted once. */
function inputsCost<Kernel>(
  layer: Layer,
  { how, inputs }: Option<Kernel>,
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
export function valuesRead<Kernel>({ reads }: Layer, how: Option<Kernel>['how']): readonly (string | undefined)[] {
  if ('parts' in how) return reads;
  return how.form.inputs.map((operand) => ('value' in operand ? operand.value : undefined));
}
