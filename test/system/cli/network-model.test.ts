import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { networkEventSchema, type NetworkEventNamed } from '../../../src/network/schedule/events.js';
import { interpret } from '../../../src/network/graph/evaluate.js';
import { toGraph } from '../../../src/network/graph/to-graph.js';
import type { OnnxModel } from '../../../src/network/onnx/model.js';
import { writeOnnx, writeTensor } from '../../../src/network/onnx/write.js';
import { exportResultSchema } from '../../../src/products/export/export.js';
import { packageRoot } from '../../../src/target/root.js';
import { floats, model, node, tensor, value } from '../../support/onnx-builder.js';
import { buildOnce, jsonLines, type Ended } from '../../cli/bin.js';
import { runIn } from '../../cli/run.js';

/** A convolution with a residual, a pool, a product: three kinds of layers and a conversion or two. */
const small: OnnxModel = model({
  inputs: [value('image', 'batch', 8, 9, 7)],
  outputs: [value('scores', 'batch', 5)],
  constants: {
    w1: floats([8, 8, 3, 3], (i) => Math.sin(i) / 8),
    b1: floats([8]),
    w2: floats([5, 8], (i) => Math.cos(i) / 4),
  },
  nodes: [
    node('Conv', ['image', 'w1', 'b1'], ['c'], { pads: [1, 1, 1, 1] }, 'conv'),
    node('Add', ['c', 'image'], ['sum'], {}, 'add'),
    node('Relu', ['sum'], ['r'], {}, 'relu'),
    node('GlobalAveragePool', ['r'], ['p'], {}, 'pool'),
    node('Flatten', ['p'], ['f'], {}, 'flatten'),
    node('Gemm', ['f', 'w2'], ['scores'], { transB: 1 }, 'fc'),
  ],
});

let folder = '';
beforeAll(() => {
  buildOnce();
  folder = mkdtempSync(join(tmpdir(), 'tune-model-'));
  writeOnnx(join(folder, 'small.onnx'), small);
  const graph = toGraph(small, { shapes: new Map([['image', [1, 8, 9, 7]]]) });
  const image = floats([1, 8, 9, 7], (i) => Math.sin(3 * i));
  const scores = interpret(graph, new Map([['image', image.data]])).get('scores')!;
  for (const [name, factor] of [
    ['right', 1],
    ['wrong', 1.01],
  ] as const) {
    mkdirSync(join(folder, name));
    writeTensor(join(folder, name, 'input_0.pb'), image, 'image');
    writeTensor(
      join(folder, name, 'output_0.pb'),
      floats([1, 5], (i) => scores[i]! * factor),
      'scores',
    );
  }
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('rows are convolved in layouts of their own, beside whole numbers that no kernel moves', async () => {
  const rows = model({
    inputs: [value('x', 1, 16, 400), { name: 'i', type: 'int64', shape: [1, 16, 400] }],
    outputs: [value('y', 1, 400, 32), { name: 'sums', type: 'int64', shape: [1, 16, 400] }],
    constants: {
      w: floats([32, 16, 3], (i) => Math.sin(i)),
      axis: tensor('int64', [], [2]),
      scale: floats([32], () => 1),
    },
    nodes: [
      node('Conv', ['x', 'w'], ['c'], { pads: [1, 1] }, 'conv'),
      node('Relu', ['c'], ['r'], {}, 'relu'),
      node('Transpose', ['r'], ['t'], { perm: [0, 2, 1] }, 'transpose'),
      node('LayerNormalization', ['t', 'scale'], ['y'], {}, 'norm'),
      node('CumSum', ['i', 'axis'], ['once'], {}, 'once'),
      node('CumSum', ['once', 'axis'], ['sums'], {}, 'twice'),
    ],
  });
  writeOnnx(join(folder, 'rows.onnx'), rows);
  const asked = ['network', 'rows.onnx', '--trials', '0', '--threads', '1', '--out', 'rows', '--json'];
  const { code, stdout } = await runIn(folder, asked);
  expect(code).toBe(0);
  // The transpose is none: the convolution leaves its channels last.
  const { layers } = jsonLines(stdout).at(-1) as unknown as NetworkEventNamed<'finish'>;
  expect(layers.map(({ name }) => name)).toEqual(['x to NLC', 'conv', expect.stringMatching(/^norm/)]);
});

test('a dry run builds candidates of what is worth a search, and makes nothing', async () => {
  const { code, stdout } = await network('--shape', 'image=1x8x9x7', '--dry-run', '--trials', '2', '--json');
  expect(code).toBe(0);
  expect(jsonLines(stdout).at(-1)).toMatchObject({
    dry_run: true,
    built: 2,
    layers: [{ name: 'conv' }, { name: 'fc' }],
  });
});

test('templates of a module are refused: a library is made of those that come with tune', async () => {
  const module = join(packageRoot(), 'examples', 'matmul-rows.js');
  const { code, stderr } = await network('--shape', 'image=1x8x9x7', '--template', `auto,${module}`);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/matmul\.rows/) });
});

test.each([
  [['--in-place'], /add --out, --verify or --compare/],
  [['--in-place', '--out', 'lib', '--farm', 'redis://127.0.0.1:1'], /leave --in-place or --farm out/],
  [['--openvino', '--out', 'lib'], /--openvino goes with --compare/],
  [['--svg', 'small.svg'], /add --compare/],
])('%j is refused before anything is built', async (args, sentence) => {
  const { code, stderr } = await network('--shape', 'image=1x8x9x7', '--trials', '0', ...args);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(sentence) });
});

const network = (...args: readonly string[]): Promise<Ended> =>
  runIn(folder, ['network', 'small.onnx', '--threads', '1', '--seed', '1', ...args]);
const finishOf = (stdout: string): NetworkEventNamed<'finish'> =>
  networkEventSchema.parse(jsonLines(stdout).at(-1)) as NetworkEventNamed<'finish'>;
const shape = ['--shape', 'image=1x8x9x7'];

// The tests of this group are one story, told in order: a run, its library, its resumption.
describe('a run of a model', () => {
  test('tunes what counts, looks at the rest, and leaves a library that passes its own test', async () => {
    const { code, stdout, stderr } = await network(...shape, '--trials', '25', '--out', 'lib', '--json');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const events = jsonLines(stdout).map((event) => networkEventSchema.parse(event));
    expect(events.filter(({ event }) => event === 'start')).toHaveLength(1);
    const finish = finishOf(stdout);
    expect(finish.trials).toBeLessThanOrEqual(25);
    expect(finish.layers.map(({ name }) => name)).toEqual(expect.arrayContaining(['conv', 'pool', 'fc']));
    expect(finish.layers.find(({ name }) => name === 'conv')).toMatchObject({
      operator: 'conv2d',
      workload: '1x8x9x7-8-k3-s1-p1+any+bias+add+relu',
      weight: 1,
      from: 'log',
    });
    expect(finish.program).toMatchObject({ name: 'small', folder: join(folder, 'lib'), verified: [] });
    const shown = execFileSync('make', ['-s', '-C', 'lib', 'test'], { cwd: folder, encoding: 'utf8' });
    expect(shown).toMatch(/^(ok {3}scores.*\n){3}$/);
    writeFileSync(join(folder, 'ask.c'), '#include "small.h"\nint main(void) { return !small_supported(); }\n');
    execFileSync('sh', ['-c', `cc ask.c ${finish.program!.link!} -o ask && ./ask`], { cwd: folder });
  });

  test('is built of kernels that were timed within it, where it is asked to', async () => {
    const { stdout } = await network(...shape, '--trials', '25', '--in-place', '--verify', 'right', '--json');
    const events = jsonLines(stdout).map((event) => networkEventSchema.parse(event));
    const libraries = events.flatMap((event) => (event.event === 'library' ? [event] : []));
    expect(libraries.map(({ library }) => library)).toEqual(libraries.map((_, i) => i + 1));
    const { program } = finishOf(stdout);
    expect(program!.in_place).toMatchObject({ libraries: libraries.length });
    expect(program!.in_place!.seconds).toBeLessThanOrEqual(program!.in_place!.first_seconds);
    expect(program!.verified).toMatchObject([{ correct: true }]);
  });

  test('leaves a log whose kernels are exported by the command that it prints', async () => {
    const { stdout } = await network(...shape, '--trials', '25', '--json');
    const { export: command, layers } = finishOf(stdout);
    const exported = await runIn(folder, [...command!.split(' ').slice(1), '--json']);
    expect(exported.code).toBe(0);
    const { kernels, folder: made } = exportResultSchema.parse(JSON.parse(exported.stdout));
    const tuned = layers.filter(({ from }) => from === 'log').map(({ workload }) => workload);
    expect(tuned.length).toBeGreaterThan(2);
    expect(kernels.map(({ workload }) => workload)).toEqual(expect.arrayContaining(tuned));
    expect(execFileSync('make', ['-s', '-C', made, 'test'], { encoding: 'utf8' })).toContain(' 0 failed, 0 skipped');
  });

  test('is told apart from what is wrong by --verify, which builds it', async () => {
    const right = await network(...shape, '--trials', '25', '--verify', 'right', '--json');
    expect(right.code).toBe(0);
    expect(finishOf(right.stdout)).toMatchObject({ program: { verified: [{ correct: true }] } });
    const wrong = await network(...shape, '--trials', '25', '--verify', 'wrong');
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('outputs differ from those of wrong') });
    expect(wrong.stdout).toContain('wrong     wrong: largest error 9.9e-3 (allowed 1.0e-4)');
    expect(wrong.stdout).toMatch(
      /float64 +error against the model: the library \d\.\de-[78], the given outputs 1\.0e-2/,
    );
  });

  test('needs no trial: what is not known is suggested', async () => {
    const { code, stdout } = await network(
      ...shape,
      '--trials',
      '0',
      '--log',
      'none.jsonl',
      '--verify',
      'right',
      '--json',
    );
    expect(code).toBe(0);
    const { seconds, program, layers } = finishOf(stdout);
    expect({ seconds, program }).toMatchObject({
      seconds: null,
      program: { measured: false, verified: [{ correct: true }] },
    });
    expect(layers.every(({ from }) => from === 'suggested')).toBe(true);
    expect(existsSync(join(folder, 'none.jsonl'))).toBe(false);
  });

  test('prints the run that times what has no time here, and replaces the library that it left', async () => {
    const again = ['--log', 'next.jsonl', '--out', 'next'];
    const { stdout } = await network(...shape, '--trials', '0', ...again);
    const next = /^next +.*?(network .*)$/m.exec(stdout)![1]!.split(' ');
    expect(next).toEqual(expect.arrayContaining(['network', 'small.onnx', ...again]));
    const { code, stdout: timed } = await runIn(folder, [...next, '--json']);
    expect(code).toBe(0);
    const measured = finishOf(timed).layers.flatMap(({ name, seconds }) => (seconds === null ? [] : [name]));
    expect(measured).toEqual(expect.arrayContaining(['conv', 'fc']));
  });
});

/** Wide enough that most of a library is weights, and open in its last extent. */
const wide: OnnxModel = model({
  inputs: [value('x', 1, 16, 4, 'w')],
  outputs: [value('y', 1, undefined, 24)],
  constants: {
    w1: floats([32, 16, 3, 3], (i) => Math.sin(i) / 12),
    w2: floats([32, 1, 3, 3], (i) => Math.cos(i) / 3),
    w3: floats([64, 32, 1, 1], (i) => Math.sin(2 * i) / 6),
    w4: floats([64, 24], (i) => Math.cos(3 * i) / 8),
  },
  nodes: [
    node('Conv', ['x', 'w1'], ['a'], { pads: [1, 1, 1, 1] }, 'first'),
    node('Relu', ['a'], ['b']),
    node('Conv', ['b', 'w2'], ['c'], { pads: [1, 1, 1, 1], group: 32 }, 'depthwise'),
    node('Conv', ['c', 'w3'], ['d'], {}, 'pointwise'),
    node('ReduceMean', ['d'], ['e'], { axes: [2], keepdims: 0 }),
    node('Transpose', ['e'], ['f'], { perm: [0, 2, 1] }),
    node('MatMul', ['f', 'w4'], ['y'], {}, 'product'),
  ],
});

describe('a library of several shapes', () => {
  const widths = [20, 80, 40];
  const shapes = `x=1x16x4x{${widths.join(',')}}`;
  const ofWide = (...args: readonly string[]): Promise<Ended> =>
    runIn(folder, ['network', 'wide.onnx', '--threads', '1', '--seed', '1', ...args]);
  const weightsIn = (library: string): number => readFileSync(join(folder, library, 'wide.weights')).length;
  const testOf = (library: string): string =>
    execFileSync('make', ['-s', '-C', library, 'CFLAGS=-O0 -Werror', 'test'], { cwd: folder, encoding: 'utf8' });
  beforeAll(() => {
    writeOnnx(join(folder, 'wide.onnx'), wide);
  });

  test('has one copy of the weights, without a trial', async () => {
    const none = ['--trials', '0', '--log', 'no-wide.jsonl'];
    const { code, stdout, stderr } = await ofWide(...none, '--shapes', shapes, '--out', 'wide', '--json');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const { program, layers } = finishOf(stdout);
    expect(program!.shapes.map(({ label, inputs }) => [label, inputs])).toEqual(
      widths.map((width) => [`${width}`, { x: [1, 16, 4, width] }]),
    );
    for (const width of widths) expect(layers.map(({ name }) => name)).toContain(`first [${width}]`);
    expect(testOf('wide').match(/^ok {3}shape \d y/gm)).toHaveLength(9);
    await ofWide(...none, '--shape', 'x=1x16x4x80', '--out', 'one');
    // On some CPUs the narrowest shape has another form of the first weights, a fifth of all.
    expect(weightsIn('wide')).toBeLessThanOrEqual(1.25 * weightsIn('one'));
  });

  test('has trials of all shapes on one budget and log, and maps its weights where it shall', async () => {
    const trials = ['--trials', '20', '--weights', 'file', '--shapes', ...widths.map((width) => `x=1x16x4x${width}`)];
    const { code, stdout, stderr } = await ofWide(...trials, '--out', 'tuned', '--json');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const { trials: run, program } = finishOf(stdout);
    expect(run).toBeLessThanOrEqual(20);
    expect(program!.shapes).toHaveLength(3);
    expect(testOf('tuned').match(/^ok {3}shape \d y/gm)).toHaveLength(9);
    expect(readFileSync(join(folder, 'tuned', 'include', 'wide.h'), 'utf8')).toContain(
      'int wide_load(const char *path)',
    );
  });

  test('is verified for the shape that the data has', async () => {
    mkdirSync(join(folder, 'data'));
    const x = floats([1, 16, 4, 20], (i) => Math.sin(3 * i));
    const graph = toGraph(wide, { shapes: new Map([['x', [1, 16, 4, 20]]]) });
    const y = interpret(graph, new Map([['x', x.data]])).get('y')!;
    writeTensor(join(folder, 'data', 'input_0.pb'), x, 'x');
    writeTensor(
      join(folder, 'data', 'output_0.pb'),
      floats([1, 20, 24], (i) => y[i]!),
      'y',
    );
    const verify = ['--trials', '0', '--log', 'no-wide.jsonl', '--verify', 'data'];
    const { code, stdout } = await ofWide(...verify, '--shapes', shapes);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/shape +20: x 1x16x4x20, .*a call, measured/),
    });
    const other = await ofWide(...verify, '--shapes', 'x=1x16x4x{40,80}');
    expect(other).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is float32 of 1x16x4x20, and "x" is float32 of 1x16x4x40 or 1x16x4x80'),
    });
  });

  test('is tried out by a dry run, all shapes in turns', async () => {
    const { code, stdout } = await ofWide('--shapes', shapes, '--dry-run', '--trials', '4', '--json');
    expect(code).toBe(0);
    expect(jsonLines(stdout).at(-1)).toMatchObject({ dry_run: true, built: 4 });
    const names = (jsonLines(stdout).at(-1) as { layers: { name: string }[] }).layers.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(widths.map((width) => `first [${width}]`)));
  });
});

test('a network that only maps elements, parts of them none, is built like any other', async () => {
  const flat = model({
    inputs: [value('x', 6, 2)],
    outputs: [value('y', 6, 2), value('none', 0, 2)],
    constants: { sizes: tensor('int64', [2], [0, 6]) },
    nodes: [node('Split', ['x', 'sizes'], ['none', 'all']), node('Relu', ['all'], ['y'])],
  });
  writeOnnx(join(folder, 'flat.onnx'), flat);
  const { code, stdout, stderr } = await runIn(folder, ['network', 'flat.onnx', '--trials', '0', '--out', 'flat']);
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('flat: 0 layers') });
  expect(stdout).toContain('program   1 call of 1 kernel');
  const shown = execFileSync('make', ['-s', '-C', 'flat', 'test'], { cwd: folder, encoding: 'utf8' });
  expect(shown).toMatch(/^(ok {3}y.*\nok {3}none.*\n){3}$/);
});

test('depthwise convolutions that nobody tuned get configs whose layouts the network has', async () => {
  const channels = 24;
  const depthwise = model({
    inputs: [value('x', 1, channels, 6, 6)],
    outputs: [value('y', 1, channels, 6, 6)],
    constants: { w: floats([channels, 1, 3, 3]) },
    nodes: [node('Conv', ['x', 'w'], ['c'], { pads: [1, 1, 1, 1], group: channels }), node('Relu', ['c'], ['y'])],
  });
  writeOnnx(join(folder, 'dw.onnx'), depthwise);
  const { code, stderr } = await runIn(folder, ['network', 'dw.onnx', '--trials', '0', '--out', 'dw']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('dw: 1 layer') });
  const shown = execFileSync('make', ['-s', '-C', 'dw', 'test'], { cwd: folder, encoding: 'utf8' });
  expect(shown).toMatch(/^(ok {3}y.*\n){3}$/);
});

describe('bad input', () => {
  const refused = async (args: readonly string[], sentence: RegExp): Promise<void> => {
    const before = readdirSync(folder);
    const { code, stdout, stderr } = await runIn(folder, ['network', ...args]);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(sentence) });
    expect(readdirSync(folder)).toEqual(before);
  };

  test.each([
    ['an extent that nobody knows', ['small.onnx'], /"image".*--shape image=/],
    ['a shape of no input', ['small.onnx', '--shape', 'picture=1x2'], /picture/],
    ['a shape that is none', ['small.onnx', '--shape', 'image'], /--shape is an input and its extents/],
    ['a second shape', ['small.onnx', ...shape, ...shape], /--shape is given twice for the input "image"/],
    ['shapes of no input', ['small.onnx', '--shapes', 'picture=1x{2,3}'], /no input "picture".*"image"/],
    [
      'shapes that are none',
      ['small.onnx', '--shapes', 'image=1x{2,a}'],
      /--shapes is an input and its extents.*in quotes/,
    ],
    ['braces that hold nothing', ['small.onnx', '--shapes', 'image={}x8'], /--shapes is an input and its extents/],
    ['shapes without a list', ['small.onnx', '--shapes', 'image=1x8x9x7'], /--shapes has no list of extents/],
    ['one extent in braces', ['small.onnx', '--shapes', 'image={1}x8x9x7'], /lists 1 extent of axis 0.*two at least/],
    [
      'shapes twice',
      ['small.onnx', '--shapes', 'image={1,2}x8x9x7', '--shapes', 'image={3,4}x8x9x7'],
      /given twice for/,
    ],
    ['a word of another rank', ['small.onnx', '--shapes', 'image=1x8', 'image=1x8x9'], /given twice for/],
    ['shapes and a shape', ['small.onnx', ...shape, '--shapes', 'image={1,2}x8x9x7'], /in --shape and in --shapes/],
    [
      'shapes of what is fixed alone',
      ['small.onnx', '--shapes', 'image={1,2}x8x9x7', '--constant', 'image=1'],
      /varies only inputs that --constant fixes/,
    ],
    ['shapes for other networks', ['resnet18', '--shapes', 'x=1x{2,3}'], /--shapes is for ONNX models/],
    ['weights for other networks', ['resnet18', '--weights', 'file'], /--weights is for ONNX models/],
    ['no place for weights', ['small.onnx', ...shape, '--weights', 'disk'], /--weights.*embed, file/],
    ['a constant of no input', ['small.onnx', ...shape, '--constant', 'imag=1'], /no input "imag".*"image"/],
    ['a constant that is none', ['small.onnx', ...shape, '--constant', 'image=a'], /--constant is an input and its/],
    ['options of models for other networks', ['resnet18', '--out', 'x'], /--out is for ONNX models/],
    ['a precision for other networks', ['resnet18', '--precision', 'bfloat16'], /--precision is for ONNX models/],
    ['parts of models for other networks', ['resnet18', '--without', 'pairs'], /--without is for ONNX models/],
    [
      'no part of a model',
      ['resnet18', '--without', 'pears'],
      /--without takes epilogues, pairs, layouts, not "pears"/,
    ],
    ['an empty name', ['small.onnx', ...shape, '--name', ''], /^tune: The option name: must be a name of C in .*\.$/],
    ['an empty folder', ['small.onnx', ...shape, '--out', ''], /^tune: The option out: must not be empty\.$/],
    ['a folder without data', ['small.onnx', ...shape, '--verify', '.'], /input_0\.pb is missing/],
    [
      'a GPU',
      ['small.onnx', ...shape, '--target', 'cuda -arch=sm_90'],
      /no library of a network for cuda yet, only for llvm\./,
    ],
  ])('%s', async (_, args, sentence) => {
    await refused(args, sentence);
  });

  test('a file that is cut off, and nodes that nobody computes', async () => {
    writeFileSync(join(folder, 'cut.onnx'), readFileSync(join(folder, 'small.onnx')).subarray(0, 300));
    await refused(['cut.onnx'], /Cannot read cut\.onnx: /);
    const odd = model({
      inputs: [value('x', 1, 4)],
      outputs: [value('y', 1, 4)],
      nodes: [node('NoSuch', ['x'], ['a'], {}, 'first'), node('Other', ['a'], ['y'], {}, 'second')],
    });
    writeOnnx(join(folder, 'odd.onnx'), odd);
    await refused(['odd.onnx'], /NoSuch.*first.*Other.*second/s);
  });
});
