import type { Normalised, Operator } from './operator.js';
import type { SourceNode } from './source-node.js';

/** Elements moved between channels and places, as Reshape, Transpose, Reshape. */
function moved(
  node: SourceNode,
  apart: readonly number[],
  perm: readonly number[],
  shape: readonly number[],
): Normalised {
  const split = node.emit('Reshape', [node.input(0)], { shape: apart });
  return { op: 'Reshape', inputs: [node.emit('Transpose', [split], { perm })], attributes: { shape } };
}

function extents(node: SourceNode): { n: number; c: number; h: number; w: number; block: number } {
  const shape = node.shape(0);
  if (shape.length !== 4) node.invalid(`its input has ${shape.length} axes, and 4 are needed`);
  const [n, c, h, w] = shape as [number, number, number, number];
  const block = node.number('blocksize');
  if (!Number.isInteger(block) || block < 1) node.invalid(`its blocksize is ${block}`);
  return { n, c, h, w, block };
}

const depthToSpace: Operator = {
  name: 'DepthToSpace',
  inputs: [1, 1],
  normalise: (node) => {
    const { n, c, h, w, block } = extents(node);
    const channels = c / block ** 2;
    if (!Number.isInteger(channels)) node.invalid(`${c} channels are no multiple of ${block ** 2}`);
    const shape = [n, channels, h * block, w * block];
    const mode = node.text('mode', 'DCR');
    if (mode === 'CRD') return moved(node, [n, channels, block, block, h, w], [0, 1, 4, 2, 5, 3], shape);
    if (mode !== 'DCR') node.invalid(`its mode is "${mode}"`);
    return moved(node, [n, block, block, channels, h, w], [0, 3, 4, 1, 5, 2], shape);
  },
};

const spaceToDepth: Operator = {
  name: 'SpaceToDepth',
  inputs: [1, 1],
  normalise: (node) => {
    const { n, c, h, w, block } = extents(node);
    if (h % block !== 0 || w % block !== 0) node.invalid(`${h}x${w} is no multiple of ${block}`);
    const [rows, columns] = [h / block, w / block];
    const shape = [n, c * block ** 2, rows, columns];
    return moved(node, [n, c, rows, block, columns, block], [0, 3, 5, 1, 2, 4], shape);
  },
};

export const depthSpace: readonly Operator[] = [depthToSpace, spaceToDepth];
