import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { simplify } from '../../../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../../../src/network/graph/to-graph.js';
import type { OnnxModel } from '../../../../src/network/onnx/model.js';
import { legalise } from '../../../../src/network/program/legalise.js';
import { Random } from '../../../../src/space/random.js';
import { ownFolder } from '../../../products/export/fixtures.js';
import { drawnFloats, floats, modelOf, type Written } from '../../../support/graph-models.js';
import { graph } from '../../../support/graphs-in-nodes.js';
import { randomProgram, selfTest, writeLibrary } from '../../../support/network-library.js';

const folder = ownFolder();

/** Rows of a table times a matrix where the input's sum is positive, else the matrix alone: 70 nodes. */
function modelOfBranches(): OnnxModel {
  const chain = Array.from({ length: 66 }, (_, i): Written => [i % 2 === 0 ? 'Neg' : 'Sin', [`n${i}`], [`n${i + 1}`]]);
  const picked = graph(
    [
      ['Gather', ['table', 'ids'], ['rows']],
      ['MatMul', ['rows', 'weights'], ['r']],
    ],
    ['r'],
  );
  const squeezed = graph([['MatMul', ['x', 'weights'], ['n0']], ...chain], ['n66']);
  const nodes: Written[] = [
    ['ReduceSum', ['x'], ['sum'], { keepdims: 0 }],
    ['Greater', ['sum', 'zero'], ['c']],
    ['If', ['c'], ['either'], { then_branch: picked, else_branch: squeezed }],
    ['Relu', ['either'], ['y']],
  ];
  const constants = {
    table: drawnFloats([3, 4], 1),
    weights: drawnFloats([4, 5], 2),
    zero: floats([], [0]),
  };
  const model = modelOf({ inputs: { x: [2, 4] }, constants, nodes });
  return { ...model, inputs: [...model.inputs, { name: 'ids', type: 'int64', shape: [2] }] };
}

test.each(['float32', 'bfloat16'])(
  'of two branches that which the condition takes is run, in %s',
  async (precision) => {
    const random = new Random(1);
    const made = legalise(simplify(toGraph(modelOfBranches())));
    const { program } = randomProgram(made, { random, precision });
    expect(program.programs[0]!.calls.some(({ onlyIf }) => onlyIf.length > 0)).toBe(true);
    const library = join(folder, precision);
    await writeLibrary(library, made, program, { random, tolerance: precision === 'float32' ? 2e-3 : 0.05 });
    expect(selfTest(library, 'programs')).toEqual({ stderr: '', wrong: [], right: 3 });
    const statusOf = (x: number, id: bigint, env: NodeJS.ProcessEnv = {}): number | null => {
      const given = Buffer.alloc(8 * 4 + 2 * 8);
      for (let i = 0; i < 8; i++) given.writeFloatLE(x, 4 * i);
      given.writeBigInt64LE(id, 32);
      writeFileSync(join(library, 'given'), given);
      return spawnSync(join(library, 'build', 'run'), ['given', 'got'], {
        cwd: library,
        env: { ...process.env, ...env },
      }).status;
    };
    expect([statusOf(1, 2n), statusOf(1, 3n), statusOf(-1, 2n), statusOf(-1, 3n)]).toEqual([0, 4, 0, 0]);
    // What nobody has written is neither an index nor part of what is chosen.
    for (const x of [1, -1]) {
      const [plain, among] = [{}, { MALLOC_PERTURB_: '1' }].map((env) => {
        expect(statusOf(x, 2n, env)).toBe(0);
        return readFileSync(join(library, 'got'));
      });
      expect(among).toEqual(plain);
    }
  },
);
