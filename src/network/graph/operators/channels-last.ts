import type { SourceNode } from './operator.js';

/** Images with their channels behind, as an operator makes them of images whose channels come first. */
export function withChannelsLast(node: SourceNode, images: string, of: (images: string) => string): string {
  const rank = node.typeOf(images).shape.length;
  const axes = Array.from({ length: rank - 2 }, (_, axis) => axis + 1);
  const first = node.emit('Transpose', [images], { perm: [0, rank - 1, ...axes] });
  const made = of(first);
  return node.emit('Transpose', [made], { perm: [0, ...axes.map((axis) => axis + 1), 1] });
}

/** What an operator makes of images: with channels behind where the attribute `channels_last` says so. */
export function withChannelsLastIfSet(node: SourceNode, images: string, of: (images: string) => string): string {
  return node.number('channels_last', 0) === 0 ? of(images) : withChannelsLast(node, images, of);
}
