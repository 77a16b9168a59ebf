import { sizeOf } from './attributes.js';
import type { Operator } from './operator.js';

/** Where the points of an image lie after an affine map: coordinates from -1 to 1, the last axis first. */
export const affineGrid: Operator = {
  name: 'AffineGrid',
  inputs: [2, 2],
  normalise: (node) => {
    const size = Array.from(node.constantInput(1, 'a size').data);
    const [n, , ...spatial] = size;
    const axes = spatial.length;
    if ((axes !== 2 && axes !== 3) || node.shape(0).join() !== [n, axes, axes + 1].join())
      node.invalid(`its theta is no map of ${axes} axes for each of ${n ?? 0} images`);
    const alignsCorners = node.number('align_corners', 0) !== 0;
    const points = Float32Array.from({ length: sizeOf(spatial) * (axes + 1) }, (_, i) => {
      const axis = axes - 1 - (i % (axes + 1));
      if (axis < 0) return 1;
      const inner = sizeOf(spatial.slice(axis + 1));
      const index = Math.floor(Math.floor(i / (axes + 1)) / inner) % spatial[axis]!;
      return coordinate(index, spatial[axis]!, alignsCorners);
    });
    const grid = node.constant({ type: 'float32', shape: [1, sizeOf(spatial), axes + 1], data: points });
    const maps = node.emit('Transpose', [node.input(0)], { perm: [0, 2, 1] });
    const moved = node.emit('MatMul', [grid, maps]);
    return { op: 'Reshape', inputs: [moved], attributes: { shape: [n!, ...spatial, axes] } };
  },
};

function coordinate(index: number, extent: number, alignsCorners: boolean): number {
  if (alignsCorners) return extent === 1 ? -1 : (2 * index) / (extent - 1) - 1;
  return (2 * index + 1) / extent - 1;
}
