/** Nodes that runtimes ran, and calls of ours, as times of the same layers. */
import { type CompareRow, numberOrNull } from './compare-row.js';
import type { FileNode, NetworkToCompare } from './comparison.js';
import type { ProfiledNode, Runtime } from './runtime.js';

type Network = Pick<NetworkToCompare, 'nodes' | 'layers' | 'calls'>;
type Profile = readonly ProfiledNode[];
type Row = CompareRow['layers'][number];

/**
 * A row a layer, in the network's order; then conversions of all, then what runtimes ran that no layer stands for.
 * `seconds` are those of our calls, in their order.
 */
export function alignLayers(
  network: Network,
  seconds: readonly number[],
  profiles: ReadonlyMap<Runtime['key'], Profile>,
): Row[] {
  const { layers, calls } = network;
  const names = new Set(layers.map(({ name }) => name));
  const ownerOf = ({ layer }: Network['calls'][number]) => (names.has(layer) ? layer : undefined);
  const ours = sums(calls.map((call, i) => [ownerOf(call), seconds[i]!]));
  const alone = sums(calls.map((call) => [ownerOf(call), call.alone ?? NaN]));
  const sides = {
    onnxruntime: place(network, ours, profiles.get('onnxruntime')),
    openvino: place(network, ours, profiles.get('openvino')),
  };
  const theirs = (which: (side: Side) => number | null) => ({
    onnxruntime_seconds: which(sides.onnxruntime),
    openvino_seconds: which(sides.openvino),
  });
  return [
    ...layers.map(({ name, nodes }) => ({
      ...{ kind: 'layer' as const, layer: name, nodes: [...nodes] },
      ...{ seconds: ours.get(name) ?? 0, alone_seconds: numberOrNull(alone.get(name) ?? NaN) },
      ...theirs(({ ofLayers }) => ofLayers.get(name) ?? null),
    })),
    {
      ...{ kind: 'conversions', layer: 'conversions', nodes: [] },
      ...{ seconds: ours.get(undefined) ?? 0, alone_seconds: numberOrNull(alone.get(undefined) ?? NaN) },
      ...theirs(({ conversions }) => total(conversions)),
    },
    {
      ...{
        kind: 'other',
        layer: 'other',
        nodes: Object.values(sides).flatMap(({ others }) => others.map(({ name }) => name)),
      },
      ...{ seconds: 0, alone_seconds: null },
      ...theirs(({ others }) => total(others)),
    },
  ];
}

/** What a runtime ran. */
interface Side {
  /** Seconds by layer. */
  readonly ofLayers: ReadonlyMap<string | undefined, number>;
  readonly conversions: Profile;
  readonly others: Profile;
}

function place(network: Network, ours: ReadonlyMap<string | undefined, number>, profile: Profile = []): Side {
  const layerOf = layersBy(network, ours);
  const [conversions, computing] = [
    profile.filter(({ converts }) => converts),
    profile.filter(({ converts }) => !converts),
  ];
  const placed = computing.map((node) => ({
    node,
    layer: slowestOf((node.origins ?? [node.name]).map(layerOf), ours),
  }));
  return {
    ofLayers: sums(placed.map(({ node, layer }) => [layer, node.seconds])),
    conversions,
    others: placed.flatMap(({ node, layer }) => (layer === undefined ? [node] : [])),
  };
}

/**
 * The layer that a node of a runtime belongs to. Of a node that our layers do not name, since it became part of another
 * (a batch norm of its convolution), it is that of the nearest before it that they do. `ours`: seconds by layer.
 */
function layersBy(
  { nodes, layers }: Network,
  ours: ReadonlyMap<string | undefined, number>,
): (name: string) => string | undefined {
  const originOf = originsIn(nodes);
  const owners = ownersOf(nodes, layers, ours);
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const producer = new Map(nodes.flatMap((node) => node.outputs.map((value) => [value, node] as const)));
  return (name) => {
    const first = byName.get(originOf(name) ?? '');
    const seen = new Set(first === undefined ? [] : [first]);
    // A set goes on over what is added to it.
    for (const node of seen) {
      const found = owners.get(node.name);
      if (found !== undefined) return found;
      for (const value of node.inputs) if (producer.has(value)) seen.add(producer.get(value)!);
    }
    return undefined;
  };
}

/** The layer of each node of the file that layers name; of a node that we split (`MatMul_5_1`), the slowest part. */
function ownersOf(
  nodes: Network['nodes'],
  layers: Network['layers'],
  ours: ReadonlyMap<string | undefined, number>,
): ReadonlyMap<string, string> {
  const names = new Set(nodes.map(({ name }) => name));
  const named = layers.flatMap(({ name, nodes: covered }) =>
    covered.map((node) => [names.has(node) ? node : node.replace(/_\d+$/, ''), name] as const),
  );
  const slowestLast = named.toSorted(([, a], [, b]) => (ours.get(a) ?? 0) - (ours.get(b) ?? 0));
  return new Map(slowestLast);
}

/** Where a runtime computes several layers in one node, it is of the one that takes us longest. */
function slowestOf(
  layers: readonly (string | undefined)[],
  ours: ReadonlyMap<string | undefined, number>,
): string | undefined {
  const found = layers.filter((layer) => layer !== undefined);
  return found.toSorted((a, b) => (ours.get(b) ?? 0) - (ours.get(a) ?? 0))[0];
}

function sums<Key>(pairs: readonly (readonly [Key, number])[]): ReadonlyMap<Key, number> {
  const all = new Map<Key, number>();
  for (const [key, seconds] of pairs) all.set(key, (all.get(key) ?? 0) + seconds);
  return all;
}

function total(nodes: Profile): number | null {
  return nodes.length === 0 ? null : nodes.reduce((sum, { seconds }) => sum + seconds, 0);
}

/**
 * A function from the name of a node in ONNX Runtime to that of the model's node that it computes the value of.
 *
 * Blocked convolutions and their like are called after the value that they compute (`r1_nchwc`), most others after a
 * node, with words around: `fused conv1`, `conv1/FusedConv`, `Add_3/MatMulAddFusion`, `conv1_token_7`. Where nothing
 * fits, undefined.
 *
 * @internal Tests name nodes.
 */
export function originsIn(nodes: readonly FileNode[]): (name: string) => string | undefined {
  const byName = new Map<string, string>([
    ...nodes.flatMap(({ name, outputs }) => outputs.map((value) => [value, name] as const)),
    ...nodes.map(({ name }) => [name, name] as const),
  ]);
  const byValue = new Map(nodes.flatMap(({ name, outputs }) => outputs.map((value) => [value, name] as const)));
  return (name) => {
    const ofValue = byValue.get(valueOf(name));
    if (isBlocked(name) && ofValue !== undefined) return ofValue;
    return spellingsOf(name)
      .map((spelling) => byName.get(spelling))
      .find((found) => found !== undefined);
  };
}

/** What a transformation to blocked layouts puts behind the name of a value, made unique by another number. */
const blocked = /(_(bn|mul))?_nchwc(_token_\d+|_?\d+)?$/;

function isBlocked(name: string): boolean {
  return blocked.test(name);
}

function valueOf(name: string): string {
  return name.replace(blocked, '');
}

function spellingsOf(name: string): readonly string[] {
  const bare = name.replace(/^fused /i, '').replace(blocked, '');
  const unnumbered = bare.replace(/_token_\d+$/, '');
  const steps = unnumbered.split('/').map((_, i, words) => words.slice(0, words.length - i).join('/'));
  return [name, bare, ...steps, ...steps.map((step) => step.replace(/_(transformed|fused|quant|new|\d+)$/i, ''))];
}
