import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { writeTensor } from '../../../src/network/onnx/write.js';
import { floats } from '../../support/onnx-builder.js';
import { floatType, proto } from '../../network/onnx/files.js';
import { jsonLines, type Ended } from '../../cli/bin.js';
import { runIn } from '../../cli/run.js';

const shape = [1, 5, 8] as const;
const extents = shape.map(BigInt);
let folder = '';

/** An operator of a domain of its own between two of the standard. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-operator-'));
  const alpha = floats([5], (i) => 1 + i / 4);
  const graph = {
    node: [
      { name: 'first', opType: 'Relu', input: ['x'], output: ['a'] },
      { name: 'snake', opType: 'Snake', domain: 'com.example', input: ['a', 'alpha'], output: ['b'] },
      { name: 'last', opType: 'Neg', input: ['b'], output: ['y'] },
    ],
    input: [{ name: 'x', type: floatType(...extents) }],
    output: [{ name: 'y', type: floatType(...extents) }],
    initializer: [{ name: 'alpha', dims: [5n], dataType: 1, rawData: new Uint8Array(alpha.data.buffer) }],
  };
  const domains = ['', 'com.example'].map((domain, i) => ({ domain, version: i === 0 ? 17n : 1n }));
  writeFileSync(join(folder, 'vocoder.onnx'), proto(graph, { opsetImport: domains }));
  for (const file of ['snake.c', 'snake.yaml'])
    copyFileSync(resolve('examples/operator-source', file), join(folder, file));
  const x = floats(shape, (i) => Math.sin(3 * i));
  const y = floats(shape, (i) => {
    const [one, a] = [Math.max(0, x.data[i]!), alpha.data[Math.floor(i / 8)]!];
    return -(one + Math.sin(a * one) ** 2 / a);
  });
  mkdirSync(join(folder, 'data'));
  writeTensor(join(folder, 'data', 'input_0.pb'), x, 'x');
  writeTensor(join(folder, 'data', 'output_0.pb'), y, 'y');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const network = (...args: readonly string[]): Promise<Ended> =>
  runIn(folder, ['network', 'vocoder.onnx', '--threads', '1', '--seed', '1', '--trials', '0', ...args]);

/** The spec with a change, or its source. */
function changed(name: string, from: RegExp | string, to: string): string {
  const spec = readFileSync(join(folder, 'snake.yaml'), 'utf8');
  const source = readFileSync(join(folder, 'snake.c'), 'utf8');
  writeFileSync(join(folder, `${name}.c`), source.replace(from, to));
  writeFileSync(join(folder, `${name}.yaml`), spec.replace('snake.c', `${name}.c`).replace(from, to));
  return `${name}.yaml`;
}

test('an unknown operator is named with its node, and with how to give it', async () => {
  expect(await network()).toMatchObject({
    code: 2,
    stderr:
      'tune: Not supported in this model: com.example.Snake (node "snake"); docs/reference/onnx.md lists what is. ' +
      'Give com.example.Snake in C by --operator-source FILE; docs/guide/operator-source.md says how.',
  });
});

test('in C it is part of a library that gives what it should', async () => {
  const given = ['--operator-source', 'snake.yaml', '--out', 'vocoder', '--verify', 'data', '--json'];
  const { code, stdout, stderr } = await network(...given);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('tune:') as unknown });
  expect(jsonLines(stdout).at(-1)).toMatchObject({ program: { verified: [{ correct: true }] } });
  const { status, stdout: shown } = spawnSync('make', ['-s', 'CFLAGS=-O0 -Werror', 'test'], {
    cwd: join(folder, 'vocoder'),
    encoding: 'utf8',
  });
  expect({ status, right: shown.match(/^ok/gm) }).toEqual({ status: 0, right: ['ok', 'ok', 'ok'] });
});

test('a model may have nothing else', async () => {
  const value = (name: string, ...shape: readonly bigint[]) => ({ name, type: floatType(...shape) });
  const node = [{ opType: 'Snake', domain: 'com.example', input: ['x', 'alpha'], output: ['y'] }];
  const graph = { node, input: [value('x', ...extents), value('alpha', 5n)], output: [value('y', ...extents)] };
  writeFileSync(join(folder, 'alone.onnx'), proto(graph));
  const given = ['--operator-source', 'snake.yaml', '--out', 'alone', '--trials', '2'];
  const { code, stdout } = await runIn(folder, ['network', 'alone.onnx', '--threads', '1', ...given]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^latency +unknown \(no layer is a kernel that can be tuned\)$/m);
  expect(stdout).toMatch(/^trials +0 run, 0 failed; /m);
});

describe('with the node, an exit code and no library is refused', () => {
  test.each<readonly [what: string, from: RegExp | string, to: string, code: number, says: RegExp]>([
    ['a spec that is wrong', 'files:', 'flies:', 2, /^tune: bad\.yaml:2:8: flies: .*did you mean "files"\?$/],
    [
      'C that does not compile',
      'wave * wave / a',
      'wave *',
      1,
      /^tune: bad\.yaml does not compile: bad\.c:9:\d+: error: .*\.$/,
    ],
    [
      'what writes behind its output',
      'i < batch * channels',
      'i <= batch * channels',
      1,
      /^tune: Node "snake" \(com\.example\.Snake\): snake wrote just outside of "y"; correct it, or what bad\.yaml says of its arguments\.$/,
    ],
    ['what leaves elements unwritten', 't = 0', 't = 1', 1, /snake left 5 of 40 elements of "y" unwritten;/],
    [
      'what makes no numbers',
      'sinf(',
      'sqrtf(',
      1,
      /^tune: Node "snake" \(com\.example\.Snake\): snake makes y\[\d+\] NaN of inputs that are numbers; correct it, or give the inputs a range in bad\.yaml\.$/,
    ],
    [
      'another shape than the model has',
      '[c], range',
      '[t], range',
      2,
      /^tune: Node "snake" \(com\.example\.Snake\): bad\.yaml:\d+:\d+: arguments\[1\]\.shape: "alpha" is 5 in the model, and is 8 here\.$/,
    ],
    [
      'an operator that the model has not',
      'example.Snake',
      'example.Snakes',
      2,
      /gives com\.example\.Snakes, and the model has no such node: did you mean "com\.example\.Snake"\? Its operators are /,
    ],
  ])('%s', async (_, from, to, code, says) => {
    const ended = await network('--operator-source', changed('bad', from, to), '--out', 'never');
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toMatch(says);
    expect(existsSync(join(folder, 'never'))).toBe(false);
  });
});

test('ONNX Runtime is not asked for what it has not', async () => {
  expect(await network('--operator-source', 'snake.yaml', '--compare')).toMatchObject({
    code: 2,
    stderr: 'tune: ONNX Runtime has no operator com.example.Snake to compare with: leave --compare out.',
  });
});

test('only a model has operators to give', async () => {
  const { code, stderr } = await runIn(folder, ['network', 'resnet18', '--operator-source', 'snake.yaml']);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'tune: --operator-source is for ONNX models: give a file that ends in .onnx, or leave it out.',
  });
});
