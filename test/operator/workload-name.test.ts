import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { awkwardWorkload } from '../../src/catalogue/contract/tasks.js';
import { operators } from '../../src/operator/registry.js';

const tails = ['', 'bias', 'relu', 'bias,relu', 'add,relu6', 'relu,relu'];
/** Operators without channels. */
const activations = ['', 'relu', 'leaky:0.1,tanh'];

/** Names of expressions and of pipelines hold a hash: they are read from logs alone. */
const readable = operators.filter(({ name }) => !['elementwise', 'pipeline'].includes(name));

describe.each(readable.map((operator) => [operator.name, operator] as const))('names of %s', (_, operator) => {
  const shapes = [...Object.values(operator.workloads), ...operator.awkward!];
  const has = (key: string): boolean => operator.options.some((option) => option.key === key);

  const says = (key: string, word: string): boolean =>
    operator.options.some((option) => option.key === key && option.description.includes(word));

  test('stand for the shape that they were printed of', () => {
    const options = fc.record({
      shape: fc.constantFrom(...shapes),
      epilogue: fc.constantFrom(...(says('epilogue', 'bias, ') ? tails : activations)),
      dtype: fc.constantFrom('float32', 'float16'),
      constant: fc.constantFrom('none', undefined),
      layout: fc.constantFrom(...(says('layout', 'NCHW') ? ['NCHW'] : ['any']), 'NHWC', undefined),
      between: fc.constantFrom('', 'bias', 'scale,leaky:0.1,bias', undefined),
      transB: fc.constantFrom('true', undefined),
    });
    fc.assert(
      fc.property(options, ({ shape, ...others }) => {
        const more = Object.entries(others).flatMap(([key, text]) =>
          has(key) && text !== undefined ? [[key, text] as const] : [],
        );
        if (operator.name === 'conv2d_transpose') fc.pre(others.dtype === 'float32');
        const workload = awkwardWorkload(operator, shape, Object.fromEntries(more));
        expect(operator.workload(workload.name, {})).toEqual(workload);
      }),
    );
  });

  test('may be refined by options', () => {
    if (!has('epilogue')) return;
    const { name } = awkwardWorkload(operator, shapes[0]!, { epilogue: 'relu' });
    expect(operator.workload(name, { epilogue: 'tanh' }).shape['epilogue']).toEqual(['tanh']);
  });

  test.each(['', '+', 'nonsense', '1x2', '+bias', '1x2x3x4-5-k3-s1-p1+nonsense', '0x0x0', '__proto__', 'constructor'])(
    '%j is none',
    (name) => {
      expect(() => operator.workload(name, {})).toThrow(/has no workload|must be a whole number/);
    },
  );
});
