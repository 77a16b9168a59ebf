import { describe, expect, test } from '@jest/globals';
import { callFactsOf, type CallFacts } from '../../src/catalogue/operator-source/call-facts.js';
import { loadOperatorSources } from '../../src/catalogue/operator-source/operator-source.js';
import { operatorSpecSchema } from '../../src/catalogue/operator-source/spec.js';
import type { Problem } from '../../src/catalogue/source/arguments.js';
import { UsageError } from '../../src/target/errors.js';
import { doubleSpec, operatorFolder, writeOperator } from '../support/operator-spec.js';

const folder = operatorFolder();
const [x, y, count] = doubleSpec.arguments;

/** Why a spec with some changes cannot be used, without the folder. */
async function faultOf(changes: object): Promise<string> {
  try {
    await loadOperatorSources([writeOperator(folder, changes)]);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message.replace(`${folder}/`, '');
  }
  return 'none';
}

describe('a spec is refused, with the place, for', () => {
  test.each<readonly [what: string, changes: object, says: RegExp]>([
    ['an unknown key', { fils: [] }, /^twice\.yaml:\d+:\d+: fils: .*did you mean "files"\?$/],
    ['an operator that is no name', { operator: 'a b' }, /operator: must be as `tune network` prints it/],
    ['a file that is not there', { files: ['none.c'] }, /files: none\.c cannot be read \(there is no such file\)\.$/],
    ['a type that C has not', { arguments: [{ ...x, type: 'float16' }, y] }, /arguments\[0\]\.type: "float16" is none/],
    ['two arguments of one name', { arguments: [x, { ...y, name: 'x' }] }, /arguments\[1\]\.name: another one has/],
    [
      'a name that C does not take',
      { arguments: [{ ...x, name: '2x' }, y] },
      /arguments\[0\]\.name: it must be a name/,
    ],
    ['no output', { arguments: [x, count] }, /arguments: none of them is an output: give one direction: out\.$/],
    ['a shape of no input', { arguments: [x, { ...y, shape: 'z' }] }, /arguments\[1\]\.shape: there is no input "z"/],
    ['an extent that nobody knows', { arguments: [x, { ...y, shape: ['n'] }] }, /there is no "n" here/],
    ['an attribute that is not listed', { attributes: {} }, /arguments\[3\]\.value: there is no "plus" here/],
    ['a scalar with a shape', { arguments: [x, y, { ...count, shape: [1] }] }, /arguments\[2\]\.shape: .*for arrays/],
    ['a range of an output', { arguments: [x, { ...y, range: [0, 1] }] }, /arguments\[1\]\.range: this is for inputs/],
    ['a range that is none', { arguments: [{ ...x, range: [1, 0] }, y] }, /arguments\[0\]\.range: 1 to 0 is no range/],
    [
      'a range of whole numbers between them',
      { arguments: [{ ...x, type: 'int64', range: [0, 0.5] }, y] },
      /arguments\[0\]\.range: 0 to 0\.5 is no range of int64/,
    ],
  ])('%s', async (_, changes, says) => {
    expect(await faultOf(changes)).toMatch(says);
  });
});

test('a spec that is not there is refused', async () => {
  await expect(loadOperatorSources(['/none/spec.yaml'])).rejects.toThrow(
    new UsageError('/none/spec.yaml cannot be read (there is no such file): name a YAML or JSON file.'),
  );
});

const problem: Problem = (path, what) => new UsageError(`${path.join('.')}: ${what}`);

/** What follows from a node for a spec of some arguments and attributes. */
function factsOf(
  given: { readonly arguments: readonly object[]; readonly attributes?: object },
  inputs: readonly (readonly number[])[],
  attributes: Readonly<Record<string, unknown>> = {},
): CallFacts {
  const spec = operatorSpecSchema.parse({ ...doubleSpec, attributes: {}, ...given });
  return callFactsOf(spec, problem)({ inputs, attributes: new Map(Object.entries(attributes)) });
}

describe('of a node follow', () => {
  const out = { name: 'y', direction: 'out' };

  test('extents by name, their number and their product', () => {
    const facts = factsOf(
      {
        arguments: [
          { name: 'x', shape: ['n', 3, 't'] },
          { ...out, shape: ['n', 't // 2'] },
          { name: 'rank', type: 'int32', value: 'x_rank' },
          { name: 'size', type: 'int32', value: 'x_size' },
        ],
      },
      [[2, 3, 9]],
    );
    expect(facts).toEqual({ outputs: [[2, 4]], scalars: [3, 54] });
  });

  test('attributes: those of the node, or what the spec says, numbers of lists and texts', () => {
    const given = {
      attributes: { scale: 2, pads: [0, 0], mode: 'zeros', axis: null },
      arguments: [
        { name: 'x' },
        { ...out, shape: 'x' },
        { name: 'a', value: 'scale' },
        { name: 'b', type: 'int32', value: 'pads_0 + 10 * pads_1' },
        { name: 'c', type: 'int32', value: '1 if mode == "border" else 0' },
        { name: 'd', type: 'int32', value: 'axis' },
      ],
    };
    const shape = [[1]];
    expect(factsOf(given, shape, { axis: 1 }).scalars).toEqual([2, 0, 0, 1]);
    const all = { scale: 0.5, pads: [1, 2], mode: 'border', axis: -1 };
    expect(factsOf(given, shape, all).scalars).toEqual([0.5, 21, 1, -1]);
    expect(() => factsOf(given, shape)).toThrow('attributes.axis: the node has no such attribute');
  });

  test('no extents of an output that the model has to declare', () => {
    expect(factsOf({ arguments: [{ name: 'x' }, out] }, [[4]]).outputs).toEqual([undefined]);
  });

  test('an error where an input is not as the spec says', () => {
    const two = {
      arguments: [
        { name: 'x', shape: ['n', 3] },
        { name: 'w', shape: ['n'] },
        { ...out, shape: 'x' },
      ],
    };
    expect(factsOf(two, [[2, 3], [2]]).outputs).toEqual([[2, 3]]);
    expect(() => factsOf(two, [[2, 4], [2]])).toThrow('arguments.0.shape: "x" is 2x4 in the model, and is 2x3 here');
    expect(() => factsOf(two, [[2, 3], [5]])).toThrow('arguments.1.shape: "w" is 5 in the model, and is 2 here');
    expect(() => factsOf(two, [[2], [2]])).toThrow('"x" is 2 in the model, and has 2 extents here');
  });
});
