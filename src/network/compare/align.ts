/** Nodes that ONNX Runtime ran, and calls of ours, as times of the same layers. */
import type { CompareRow } from './compare-row.js';
import type { FileNode, NetworkToCompare } from './comparison.js';
import type { ProfiledNode } from './drivers.js';

const conversions = new Set(['ReorderInput', 'ReorderOutput']);

type Network = Pick<NetworkToCompare, 'nodes' | 'layers' | 'calls'>;

/**
 * A row a layer, in the network's order; then conversions of both, then what ONNX Runtime ran that no layer stands for.
 * `seconds` are those of our calls, in their order.
 */
export function alignLayers(
  { nodes, layers, calls }: Network,
  seconds: readonly number[],
  profile: readonly ProfiledNode[],
): CompareRow['layers'] {
  const names = new Set(layers.map(({ name }) => name));
  const ours = sums(calls.map((layer, i) => [names.has(layer) ? layer : undefined, seconds[i]!]));
  const layerOf = layersBy(nodes, layers);
  const moves = profile.filter(({ op }) => conversions.has(op));
  const placed = profile.filter(({ op }) => !conversions.has(op)).map((node) => ({ node, layer: layerOf(node.name) }));
  const theirs = sums(placed.map(({ node, layer }) => [layer, node.seconds]));
  const rows = layers.map(({ name, nodes: covered }) => ({
    kind: 'layer' as const,
    layer: name,
    nodes: [...covered],
    seconds: ours.get(name) ?? 0,
    onnxruntime_seconds: theirs.get(name) ?? null,
  }));
  const others = placed.flatMap(({ node, layer }) => (layer === undefined ? [node] : []));
  const rest = (kind: 'conversions' | 'other', nodes: string[], seconds: number, theirs: readonly ProfiledNode[]) => ({
    ...{ kind, layer: kind, nodes, seconds },
    onnxruntime_seconds: total(theirs),
  });
  return [
    ...rows,
    rest('conversions', [], ours.get(undefined) ?? 0, moves),
    rest(
      'other',
      others.map(({ name }) => name),
      0,
      others,
    ),
  ];
}

/**
 * The layer that a node of ONNX Runtime belongs to. Of a node that our layers do not name, since it became part of
 * another (a batch norm of its convolution), it is that of the first before it that they do.
 */
function layersBy(nodes: readonly FileNode[], layers: Network['layers']): (name: string) => string | undefined {
  const originOf = originsIn(nodes);
  const owner = new Map(layers.flatMap(({ name, nodes: covered }) => covered.map((node) => [node, name] as const)));
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const producer = new Map(nodes.flatMap((node) => node.outputs.map((value) => [value, node] as const)));
  return (name) => {
    const seen = new Set<FileNode>();
    let node = byName.get(originOf(name) ?? '');
    while (node !== undefined && !seen.has(node)) {
      const found = owner.get(node.name);
      if (found !== undefined) return found;
      seen.add(node);
      node = node.inputs.map((value) => producer.get(value)).find((before) => before !== undefined);
    }
    return undefined;
  };
}

function sums<Key>(pairs: readonly (readonly [Key, number])[]): ReadonlyMap<Key, number> {
  const all = new Map<Key, number>();
  for (const [key, seconds] of pairs) all.set(key, (all.get(key) ?? 0) + seconds);
  return all;
}

function total(nodes: readonly ProfiledNode[]): number | null {
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
