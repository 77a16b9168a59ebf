import type { Operator, SourceNode } from './operator.js';
import { reshaped } from './reshape.js';
import { sizeOf } from './attributes.js';

/**
 * AffineGrid: where each place of an image of a known size (N, C, then two or three extents) is taken from, by a matrix
 * for each image. Coordinates go from -1 to 1, and x comes first.
 */
export const affineGrid: Operator = {
  name: 'AffineGrid',
  inputs: [2, 2],
  normalise: (node) => {
    const [batch, , ...places] = Array.from(node.constantInput(1, 'a size').data);
    const axes = places.length;
    const [images, rows, columns] = node.shape(0);
    if (images !== batch || rows !== axes || columns !== axes + 1)
      node.invalid(`its matrices are ${node.shape(0).join('x')}, and its images have ${axes} axes`);
    const matrices = node.emit('Transpose', [node.input(0)], { perm: [0, 2, 1] });
    const grid = node.emit('MatMul', [baseGrid(node, places), matrices]);
    return { values: [reshaped(node, grid, [batch!, ...places, axes])] };
  },
};

/** 1 x places x (axes + 1): the coordinates of each place, the last axis first, and a 1. */
function baseGrid(node: SourceNode, places: readonly number[]): string {
  const alignCorners = node.number('align_corners', 0) !== 0;
  const coordinate = (at: number, extent: number): number =>
    alignCorners ? (extent === 1 ? 0 : (2 * at) / (extent - 1) - 1) : (2 * at + 1) / extent - 1;
  const count = sizeOf(places);
  const width = places.length + 1;
  const data = new Float32Array(count * width).fill(1);
  for (let at = 0; at < count; at++) {
    let rest = at;
    for (let axis = places.length - 1; axis >= 0; axis--) {
      data[at * width + places.length - 1 - axis] = coordinate(rest % places[axis]!, places[axis]!);
      rest = Math.floor(rest / places[axis]!);
    }
  }
  return node.constant({ type: node.type(0).type, shape: [1, count, width], data });
}
