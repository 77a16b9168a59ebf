/** matmul: C[m, n] = sum over k of A[m, k] * B[k, n], row-major, float32, with a fused epilogue. */
import { z } from 'zod';
import { at, input, sum, times } from '../ir/tensor.js';
import { parseArgs, tensorArg } from './args.js';
import { buildTail, epilogues, parseEpilogue } from './epilogue.js';
import type { Epilogue } from './epilogue.js';
import type { Operator, Workload } from './operator.js';
import { constants, namedShape, oneOf, positive, refuseUnknown } from './options.js';

export interface MatmulShape {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly epilogue: readonly Epilogue[];
  /** Inputs known ahead of the calls. */
  readonly constant: readonly 'B'[];
}

const options: Operator['options'] = [
  { key: 'm', flags: '-m <n>', description: 'rows of A and C' },
  { key: 'n', flags: '-n <n>', description: 'columns of B and C' },
  { key: 'k', flags: '-k <n>', description: 'columns of A, rows of B' },
  { key: 'dtype', flags: '--dtype <type>', description: 'element type (float32)' },
  { key: 'epilogue', flags: '--epilogue <list>', description: `fused tail: ${epilogues.join(', ')}, or none` },
  { key: 'constant', flags: '--constant <names>', description: 'inputs known ahead, packed off the clock: B, or none' },
];

const shapes = [
  ...[512, 1024, 2048].map((n) => [n, n, n]),
  [128, 768, 768],
  [128, 3072, 768],
  [128, 768, 3072],
  [384, 1024, 1024],
  [1, 4096, 4096],
  [16, 1024, 1024],
  [3136, 64, 64],
  [784, 128, 1152],
  [196, 256, 2304],
  [49, 512, 4608],
  ...[1000, 64, 256].map((n) => [n, n, n]),
  [333, 777, 555],
] as const;

const workloads = Object.fromEntries(
  shapes.map(([m, n, k]) => [`gemm.${m === n && n === k ? m : `${m}x${n}x${k}`}`, { m: `${m}`, n: `${n}`, k: `${k}` }]),
);

const argsSchema = z.tuple([
  tensorArg(2),
  tensorArg(2),
  z.literal('float32'),
  z.array(z.enum(epilogues)),
  z.array(z.literal('B')),
]);

export const matmul: Operator = {
  name: 'matmul',
  summary: 'C = A · B, row-major',
  options,
  workloads,
  workload: (name, given) => {
    const text = { ...namedShape('matmul', workloads, name), ...given };
    refuseUnknown(
      'matmul',
      given,
      options.map((o) => o.key),
    );
    oneOf('--dtype', text['dtype'] ?? 'float32', ['float32']);
    const size = (key: 'm' | 'n' | 'k'): number => positive(`-${key}`, text[key]);
    return workloadOf({
      m: size('m'),
      n: size('n'),
      k: size('k'),
      epilogue: parseEpilogue(text['epilogue'] ?? ''),
      constant: constants('--constant', text['constant'] ?? '', ['B']),
    });
  },
  encode: (workload) => {
    const { m, n, k, epilogue, constant } = matmulShape(workload);
    return [['TENSOR', [m, k], 'float32'], ['TENSOR', [k, n], 'float32'], 'float32', epilogue, constant];
  },
  decode: (args) => {
    const [[, a], [, b], , epilogue, constant] = parseArgs('matmul', argsSchema, args);
    if (a[1] !== b[0]) return parseArgs('matmul', z.never(), args);
    return workloadOf({ m: a[0], n: b[1], k: a[1], epilogue, constant });
  },
  flops: (workload) => {
    const { m, n, k } = matmulShape(workload);
    return 2 * m * n * k;
  },
  computation: (workload) => {
    const { m, n, k, epilogue, constant } = matmulShape(workload);
    const a = input('A', [m, k]);
    const b = input('B', [k, n]);
    const tail = buildTail(epilogue, [m, n], [n], ([, j]) => [j]);
    const product = sum(
      'C',
      [m, n],
      ['i', 'j'],
      { k },
      ([i, j], [kk]) => times(at(a, i, kk), at(b, kk, j)),
      tail.finish,
    );
    return { inputs: [a, b, ...tail.inputs], output: product, constants: constant.length > 0 ? [b] : [] };
  },
};

export function matmulShape(workload: Workload): MatmulShape {
  return workload.shape as unknown as MatmulShape;
}

function workloadOf(shape: MatmulShape): Workload {
  const { m, n, k, epilogue, constant } = shape;
  const named = Object.entries(workloads).find(([, w]) => w.m === `${m}` && w.n === `${n}` && w.k === `${k}`)?.[0];
  const tags = [...epilogue, ...constant.map((c) => `constant-${c}`)];
  const name = [named ?? `${m}x${n}x${k}`, ...tags].join('+');
  return { operator: 'matmul', name, shape: { ...shape } };
}
