import { expect, test } from '@jest/globals';
import { fixInputs } from '../../../src/network/graph/fixed-inputs.js';
import { interpret } from '../../../src/network/graph/evaluate.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import type { DeclaredValue, OnnxModel } from '../../../src/network/onnx/model.js';
import { modelOf } from '../../support/graph-models.js';

/** y = x, beside inputs of other types. */
function modelWith(...others: readonly DeclaredValue[]): OnnxModel {
  const model = modelOf({ inputs: { x: [2] }, nodes: [['Identity', ['x'], ['y']]] });
  return { ...model, inputs: [...model.inputs, ...others] };
}

const rate: DeclaredValue = { name: 'sr', type: 'int64', shape: [] };

function fixed(input: DeclaredValue, numbers: readonly number[], shapes = new Map<string, readonly number[]>()) {
  const { inputs, constants } = fixInputs(modelWith(input), new Map([[input.name, numbers]]), shapes);
  expect(inputs.map(({ name }) => name)).toEqual(['x']);
  const { type, shape, data } = constants.get(input.name)!;
  return { type, shape, data: [...data] };
}

test('a number becomes a constant of the type and shape of its input', () => {
  expect(fixed(rate, [16000])).toEqual({ type: 'int64', shape: [], data: [16000] });
  expect(fixed({ ...rate, shape: [2, 2] }, [7])).toEqual({ type: 'int64', shape: [2, 2], data: [7, 7, 7, 7] });
  expect(fixed({ ...rate, shape: [2, 2] }, [1, 2, 3, 4]).data).toEqual([1, 2, 3, 4]);
  expect(fixed({ ...rate, type: 'bool' }, [1]).data).toEqual([1]);
  expect(fixed({ ...rate, type: 'float16' }, [0.1]).data).toEqual([0.0999755859375]);
});

test('what an extent is that the model leaves open, the numbers say, or a shape', () => {
  expect(fixed({ ...rate, shape: [2, 'n'] }, [1, 2, 3, 4, 5, 6]).shape).toEqual([2, 3]);
  expect(fixed({ ...rate, shape: undefined }, [1, 2]).shape).toEqual([2]);
  expect(fixed({ ...rate, shape: ['m', 'n'] }, [5], new Map([['sr', [1, 3]]])).data).toEqual([5, 5, 5]);
  expect(() => fixed({ ...rate, shape: ['m', 'n'] }, [1, 2])).toThrow('give its shape, too, as --shape sr=1x1.');
});

test('no numbers are those of an input without elements', () => {
  expect(fixed({ ...rate, shape: [0] }, [])).toEqual({ type: 'int64', shape: [0], data: [] });
  expect(fixed({ ...rate, shape: ['n'] }, []).shape).toEqual([0]);
  expect(() => fixed({ ...rate, shape: [2] }, [])).toThrow(
    'has 0 numbers, and the input is 2: give 2, or one for all.',
  );
});

test('what is computed of an input that is fixed folds', () => {
  const model = modelOf({
    inputs: { x: [2] },
    nodes: [
      ['Cast', ['sr'], ['r'], { to: 1 }],
      ['Mul', ['x', 'r'], ['y']],
    ],
  });
  const whole = { ...model, inputs: [...model.inputs, rate] };
  const graph = toGraph(fixInputs(whole, new Map([['sr', [3]]]), new Map()));
  expect(graph.inputs).toEqual(['x']);
  expect(graph.nodes).toHaveLength(1);
  expect([...interpret(graph, new Map([['x', Float64Array.of(1, 2)]])).get('y')!]).toEqual([3, 6]);
});

test('numbers that the input cannot have are refused with what it can', () => {
  expect(() => fixInputs(modelWith(rate), new Map([['rs', [1]]]), new Map())).toThrow(
    'The model has no input "rs", only "x", "sr"',
  );
  expect(() => fixed({ ...rate, type: 'uint8' }, [256])).toThrow(
    '--constant sr: the input is uint8, and 256 is not a whole number from 0 to 255.',
  );
  expect(() => fixed(rate, [0.5])).toThrow('the input is int64, and 0.5 is not a whole number');
  expect(() => fixed({ ...rate, type: 'bool' }, [2])).toThrow('2 is not a whole number from 0 to 1');
  expect(() => fixed({ ...rate, type: 'float32' }, [1e39])).toThrow('1e+39 is not a number from');
  expect(() => fixed({ ...rate, shape: [4] }, [1, 2])).toThrow(
    '--constant sr has 2 numbers, and the input is 4: give 4, or one for all.',
  );
});
