/**
 * Products of many rows with weights in few bits: the loops of `matmul.blocked`, whose panels of columns are the
 * weights as floats. A block of them is computed once for all rows of a block, and read from a cache.
 */
import { at, bitsOf, compute, minus, sum, times } from '../ir/compute.js';
import * as ix from '../ir/index.js';
import type { Schedule } from '../ir/schedule.js';
import type { Stage } from '../ir/stage.js';
import { computedIn, valueType, type Computation } from '../ir/tensor.js';
import { cast, constantValue } from '../ir/value.js';
import { buildTail } from '../operator/epilogue.js';
import { matmulNBits, matmulNBitsShape } from '../operator/matmul-nbits.js';
import type { Workload } from '../operator/operator.js';
import { blockedBy, panels } from './matmul-blocked.js';
import { packColumns } from './matmul-nbits-panels.js';
import { isNarrow, isOnCpu, single } from './narrow.js';
import { tileInVectors } from './vector-axis.js';

/** Instructions for a vector of weights as it becomes floats in memory, and beside each of its products. */
const [FILL, BESIDE] = [9, 0.2];

const FLOATS = 'floats';
const columns = { batch: [], own: 0, sum: 1 };

export const matmulNBitsBlocked = blockedBy(
  {
    name: 'matmul_nbits.blocked',
    operator: matmulNBits.name,
    summary: 'cache blocks of weights as floats around a register tile',
    version: 1,
    dtypes: (type) => isOnCpu(type) && type.kind === 'floating',
    work: (workload) => {
      const { m, n, k } = matmulNBitsShape(workload);
      return 2 * n * k * (FILL + m * (1 + BESIDE));
    },
    sums: (workload) => ({ terms: matmulNBitsShape(workload).k, amplification: 1 }),
  },
  (workload) => {
    const { m, n, k, bits, dtype } = matmulNBitsShape(workload);
    const terms = 8 / bits;
    return {
      computation: computationOf(workload),
      view: { batch: 1, rows: m, columns: n, k, row: 'i', column: 'j', dtype },
      along: { rows: false, columns: false },
      products: isNarrow(dtype) ? { ...single, widened: computedIn(dtype) } : single,
      operands: (s) => [
        { tensor: s.computation.inputs[0]!, ...columns, constant: false },
        { tensor: floatsIn(s).tensor, ...columns, constant: false },
      ],
      filled: { terms, fill: (s, tile, lanes) => fillPanels(s, { tile, lanes, terms }) },
    };
  },
);

/** The same function as the operator's, by weights that are floats. */
function computationOf(workload: Workload): Computation {
  const { m, n, k, bits, block, dtype, epilogue } = matmulNBitsShape(workload);
  const { inputs, constants } = matmulNBits.computation(workload);
  const [a] = inputs;
  const [weights, scales, zeroPoints] = constants;
  const inByte = 8 / bits;
  const floats = compute(FLOATS, [n, k], ['j', 'k'], ([j, kk]) => {
    const b = ix.div(kk, block);
    const byte = at(weights!, j, b, ix.div(ix.mod(kk, block), inByte));
    const weight = cast(valueType, bitsOf(byte, ix.scale(ix.mod(kk, inByte), bits), bits));
    const zero = zeroPoints ? cast(valueType, at(zeroPoints, j, b)) : constantValue(2 ** (bits - 1));
    return times(at(scales!, j, b), minus(weight, zero));
  });
  const tail = buildTail(epilogue, [m, n], [n], (axes) => axes.slice(-1), { dtype, terms: k });
  const output = sum(
    'C',
    [m, n],
    ['i', 'j'],
    { k },
    ([i, j], { k: kk }) => times(at(a!, i, kk), at(floats, j, kk)),
    tail.finish,
    tail.dtype,
  );
  return { inputs: [a!, ...constants, ...tail.inputs], output, constants };
}

function floatsIn({ stages }: Schedule): Stage {
  return stages.find(({ tensor }) => tensor.name === FLOATS)!;
}

/** Panels of weights as floats, from panels of bytes that lie in the same order: vectors along columns. */
function fillPanels(
  s: Schedule,
  { tile, lanes, terms }: { readonly tile: number; readonly lanes: number; readonly terms: number },
): Stage {
  packColumns(s, tile);
  const floats = floatsIn(s);
  const { tensor } = floats;
  // The scales of columns that fill the last panel are zero.
  floats.zeroOutside = true;
  const filled = s.pack(tensor, panels(columns, tile, single));
  s.inline(tensor);
  // Whole panels, so that vectors are.
  s.confine([filled.tensor], 2, () => ({ from: ix.zero, to: ix.constant(tile) }));
  const [panel, k, column] = filled.loops as [Stage['loops'][0], Stage['loops'][0], Stage['loops'][0]];
  const [bytes, fields] = filled.split(k, terms, 'peel');
  tileInVectors(filled, [panel, bytes], [fields], column, lanes);
  return filled;
}
