import { expect, test } from '@jest/globals';
import { byGain } from '../../src/learning/losses.js';
import { Matrix, Tape } from '../../src/learning/matrix.js';
import { operations } from '../../src/learning/operations.js';
import { Random } from '../../src/space/random.js';

type Name = keyof typeof operations;

/** How an operation is called with some inputs, and their shapes. */
interface Sample {
  readonly shapes: readonly (readonly [rows: number, columns: number])[];
  readonly call: (tape: Tape, inputs: readonly Matrix[]) => Matrix;
}

const labels = [0.1, 1, 0.4, 0.4, 0, 0.7];
const groups = [[0, 1, 2], [3, 5], [4]];

/** Every operation must have one: the type has all of their names. */
const samples: Readonly<Record<Name, readonly Sample[]>> = {
  dense: [
    {
      shapes: [
        [4, 3],
        [3, 5],
        [1, 5],
      ],
      call: (t, [x, w, b]) => operations.dense(t, x!, w!, b),
    },
    {
      shapes: [
        [2, 3],
        [3, 1],
      ],
      call: (t, [x, w]) => operations.dense(t, x!, w!),
    },
  ],
  add: [
    {
      shapes: [
        [3, 2],
        [3, 2],
      ],
      call: (t, [a, b]) => operations.add(t, a!, b!),
    },
  ],
  relu: [{ shapes: [[5, 4]], call: (t, [x]) => operations.relu(t, x!) }],
  softplus: [{ shapes: [[5, 4]], call: (t, [x]) => operations.softplus(t, x!) }],
  logarithm: [{ shapes: [[3, 2]], call: (t, [x]) => operations.logarithm(t, operations.softplus(t, x!)) }],
  negative: [{ shapes: [[3, 2]], call: (t, [x]) => operations.negative(t, x!) }],
  weighed: [
    {
      shapes: [[3, 2]],
      call: (t, [x]) => operations.weighed(t, x!, new Matrix(3, 2, Float64Array.of(3, -1, 0.5, 2, 0, 1))),
    },
  ],
  concat: [
    {
      shapes: [
        [3, 2],
        [3, 1],
        [3, 4],
      ],
      call: (t, parts) => operations.concat(t, parts),
    },
  ],
  gather: [{ shapes: [[4, 3]], call: (t, [x]) => operations.gather(t, x!, [2, 0, 2, 3, 3]) }],
  segmentSum: [
    { shapes: [[5, 3]], call: (t, [x]) => operations.segmentSum(t, x!, [1, 0, 1, 3, 3], 4) },
    { shapes: [[3, 2]], call: (t, [x]) => operations.segmentSum(t, x!, [0, 1, 0], 2, [0.5, -2, 3]) },
  ],
  layerNorm: [
    {
      shapes: [
        [3, 5],
        [1, 5],
        [1, 5],
      ],
      call: (t, [x, a, b]) => operations.layerNorm(t, x!, a!, b!),
    },
  ],
  gru: [
    {
      shapes: [
        [3, 6],
        [3, 6],
        [3, 2],
      ],
      call: (t, [i, s, h]) => operations.gru(t, i!, s!, h!),
    },
  ],
  attention: [
    {
      shapes: [
        [6, 4],
        [6, 4],
        [6, 4],
      ],
      call: (t, [q, k, v]) => operations.attention(t, q!, k!, v!, [0, 3, 3, 4, 6], 2),
    },
  ],
  squaredError: [{ shapes: [[6, 1]], call: (t, [x]) => operations.squaredError(t, x!, labels) }],
  relativeThroughput: [{ shapes: [[6, 1]], call: (t, [x]) => operations.relativeThroughput(t, x!, labels) }],
  pairwise: [
    { shapes: [[6, 1]], call: (t, [x]) => operations.pairwise(t, x!, labels, groups) },
    { shapes: [[6, 1]], call: (t, [x]) => operations.pairwise(t, x!, labels, groups, byGain) },
  ],
  listwise: [{ shapes: [[6, 1]], call: (t, [x]) => operations.listwise(t, x!, labels, groups) }],
  proximal: [
    {
      shapes: [
        [4, 3],
        [4, 1],
      ],
      call: (t, [logits, values]) =>
        operations.proximal(t, logits!, values!, {
          actions: [0, 2, 1, 1],
          // Some steps lie within the clip and some beyond it, on either side.
          likely: [0.3, 0.9, 0.05, 0.35],
          advantages: [1, -2, 0.5, -1],
          gains: [0.5, -1, 2, 0],
        }),
    },
  ],
};

const cases = Object.entries(samples).flatMap(([name, some]) => some.map((sample, i) => ({ name, i, ...sample })));

test.each(cases)('the gradient of $name, sample $i, is that of differences', ({ shapes, call }) => {
  const random = new Random(7);
  const draw = (rows: number, columns: number): Matrix =>
    new Matrix(
      rows,
      columns,
      Float64Array.from({ length: rows * columns }, () => 2 * random.float() - 1),
    );
  const inputs = shapes.map(([rows, columns]) => draw(rows, columns));
  const { rows, columns } = call(new Tape(false), inputs);
  // A sum of the results, each with a factor of its own, so that no two can stand for each other.
  const factors = draw(rows, columns).data;
  const value = (): number => call(new Tape(false), inputs).data.reduce((sum, y, i) => sum + y * factors[i]!, 0);
  const tape = new Tape();
  const result = call(tape, inputs);
  tape.note(() => {
    result.gradient.set(factors);
  });
  tape.backward(new Matrix(1, 1));
  const step = 1e-5;
  for (const input of inputs)
    for (let i = 0; i < input.data.length; i++) {
      const before = input.data[i]!;
      input.data[i] = before + step;
      const above = value();
      input.data[i] = before - step;
      const below = value();
      input.data[i] = before;
      expect(input.gradient[i]!).toBeCloseTo((above - below) / (2 * step), 6);
    }
});

test('gradients of something used twice add up', () => {
  const x = new Matrix(1, 1, Float64Array.of(3));
  const tape = new Tape();
  const sum = operations.add(tape, x, x);
  tape.backward(operations.add(tape, sum, x));
  expect(x.gradient[0]).toBe(3);
});

test('a tape that does not record leaves gradients alone', () => {
  const x = new Matrix(1, 2, Float64Array.of(1, -1));
  const tape = new Tape(false);
  tape.backward(operations.segmentSum(tape, operations.concat(tape, [x, x]), [0], 1));
  expect([...x.gradient]).toEqual([0, 0]);
});
