import { writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { exitCodeOf, explain } from '../../../src/cli/errors.js';
import { x86Line } from '../../log/record/fixtures.js';
import { run } from '../../cli/run.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-program-'));
  writeFileSync(join(folder, 'foreign.log'), `${x86Line}\n`);
  writeFileSync(join(folder, 'empty.jsonl'), '# nothing yet\n');
  writeFileSync(join(folder, 'torn.jsonl'), `${x86Line}\n{"input": ["llvm"`);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('wrong usage is one clear sentence with the nearest valid choice, and exit code 2', () => {
  const cases: [args: string, says: RegExp][] = [
    ['conv3d', /Unknown operator or command "conv3d": did you mean "conv2d"/],
    ['reply a.jsonl', /did you mean "replay"/],
    ['--jsn', /Unknown option "--jsn"/],
    ['conv2d resnet18.C22', /resnet18\.C2/],
    ['conv2d a b', /Too many arguments for `tune conv2d`/],
    ['conv2d --trails 3', /did you mean "--trials"/],
    ['conv2d --trials', /--trials <n> needs a value/],
    ['conv2d --trials 0', /--trials needs a whole number of at least 1, not "0"/],
    ['conv2d --trials 1e3', /not "1e3"/],
    ['conv2d --seed -1', /--seed/],
    ['conv2d --minutes soon', /--minutes needs a number above 0/],
    ['conv2d --epsilon 1.5', /from 0 to 1/],
    ['conv2d --early-stop 0', /--early-stop/],
    ['conv2d --batch-size 0', /--batch-size/],
    ['conv2d --threads 0', /--threads/],
    ['conv2d --threads 100000', /threads/],
    ['conv2d --explorer ga', /Unknown explorer "ga"\. `tune list explorers`/],
    ['conv2d --model xgb-rnak', /did you mean "xgb-rank"/],
    ['conv2d --template conv2d.dircet', /did you mean "conv2d.direct"/],
    ['conv2d --target lvm', /did you mean "llvm"/],
    ['conv2d --target llvm\u00a0-mpcu=x', /-mcpu/],
    ['conv2d --target llvm\u00a0-mcpu=x86-64-v9', /x86-64-v/],
    [
      'conv2d_transpose --target cuda\u00a0-arch=sm_90',
      /No template of conv2d_transpose is for cuda yet, only for llvm/,
    ],
    ['conv2d_transpose --target cuda', /No template of conv2d_transpose is for cuda yet, only for llvm/],
    ['conv2d_transpose --target cuda --dry-run', /No template of conv2d_transpose is for cuda yet, only for llvm/],
    ['list knobs conv2d_transpose --target cuda', /No template of conv2d_transpose is for cuda yet, only for llvm/],
    ['conv2d --kernel 99', /kernel/],
    ['conv2d --kernel 0', /--kernel/],
    ['conv2d --height 0', /--height/],
    ['conv2d --height -3', /--height/],
    ['conv2d --stride 0', /--stride/],
    ['conv2d --groups 3', /groups do not divide/],
    ['conv2d --layout NCWH', /NCHW/],
    [
      'conv2d --dtype int32',
      /No template of conv2d for llvm is in int32 yet, only in float32, .* and uint8: `tune list templates/,
    ],
    [
      'matmul --dtype int32 --target llvm',
      /No template of matmul for llvm is in int32 yet, only in float32, float16, bfloat16, int8 and uint8/,
    ],
    [
      'matmul --dtype float16 --template matmul.dot',
      /matmul.dot cannot serve .* it is for float32, not float16; give no --template/,
    ],
    ['conv2d_transpose --dtype int32', /No template of conv2d_transpose for llvm is in int32 yet, only in float32/],
    ['conv2d_transpose --dtype float61', /--dtype "float61" is not known: did you mean "float16"/],
    [
      'matmul --target cuda\u00a0-arch=sm_75 --dtype tfloat32 --dry-run',
      /^No template serves matmul gemm\.512\+tfloat32 on cuda -arch=sm_75\. matmul\.mma cannot: .* sm_80 and later; matmul\.wgmma cannot: /,
    ],
    [
      'matmul --target cuda\u00a0-arch=sm_75 --dtype tfloat32 --template matmul.mma',
      /^matmul\.mma cannot serve gemm\.512\+tfloat32: .* sm_80 and later; give no --template, so that all that apply are tried\.$/,
    ],
    [
      'matmul --target cuda\u00a0-arch=sm_80 --dtype float16 --template matmul.wgmma',
      /^matmul\.wgmma cannot serve gemm\.512\+float16: .*; give no --template, so that all that apply are tried\.$/,
    ],
    [
      'matmul --target cuda\u00a0-arch=sm_80 --template matmul.wgmma',
      /^matmul\.wgmma cannot serve gemm\.512: .* not float32; give no --template, so that/,
    ],
    ['matmul --dtype float16 --template matmul.dot --trans-b', /not float16; give --dtype float32, or no --template/],
    [
      'matmul --target cuda\u00a0-arch=sm_90 --template matmul.mma',
      /matmul\.mma cannot serve .* not float32; give --dtype tfloat32, or no --template/,
    ],
    ['conv2d --output-padding 1', /Unknown option "--output-padding"/],
    ['conv2d_transpose --output-padding 2', /below the stride/],
    ['conv2d --epilogue rleu', /relu/],
    ['conv2d --constant wieghts', /weights/],
    ['matmul -m 0', /-m/],
    ['matmul gemm.513', /gemm\.512/],
    ['matmul --history nowhere.jsonl --seed 1', /There is no log "nowhere.jsonl"/],
    ['matmul --dry-run --history nowhere.jsonl', /There is no log "nowhere.jsonl"/],
    ['best', /needs one or more log files/],
    ['best nowhere.jsonl', /There is no log "nowhere.jsonl"/],
    ['replay nowhere.jsonl', /There is no log "nowhere.jsonl"/],
    ['bench gem', /"gem" is no suite, operator or log: did you mean "gemm"/],
    ['bench gemm resnet18', /A suite is compared alone, not with "resnet18": logs with our kernels go with --log/],
    ['bench matmul gemm.64 gemm.512', /One shape of matmul is compared at a time, not also "gemm\.512"/],
    ['bench matmul --in-channels 3', /Matmul has no option --in-channels/],
    ['bench gemm --in-channels 3', /--in-channels belongs to a shape: name its operator/],
    ['bench gemm --workload gemm.513', /did you mean "gemm\.512/],
    ['bench --threads 1,x', /--threads needs a whole number of at least 1, not "x"/],
    ['bench --threads 100000', /threads/],
    ['bench --rounds 0', /--rounds/],
    ['bench --trials -1', /--trials/],
    ['bench gemm --log nowhere.jsonl', /There is no log "nowhere.jsonl"/],
    ['matmul --target cuda\u00a0-arch=sm_90 --threads 2', /--threads applies to CPU targets only: leave it out/],
    ['conv2d --target cuda -arch=sm_90', /"-arch=sm_90" is part of a target.*--target "cuda -arch=sm_90"/],
    ['list knobs --target llvm -threads=2', /"-threads=2" is part of a target.*--target "llvm -threads=2"/],
    ['matmul --target llvm -mcpu=x86-64-v3', /"-mcpu=x86-64-v3" is part of a target.*--target "llvm -mcpu=x86-64-v3"/],
    ['list', /operators, workloads/],
    ['list knobs --trials 3', /^Unknown option "--trials"\. `tune list --help`/],
    ['list knobs --thread 3', /did you mean "--threads"/],
    ['list knobs --threads 0', /--threads needs a whole number/],
    ['list tempaltes', /did you mean "templates"/],
    ['list knobs conv3d', /conv2d/],
    ['list knobs matmul gemm.513', /gemm\.512/],
    ['list templates --workload resnet18.C22', /did you mean "resnet18\.C2".*tune list workloads/],
    ['list templates --stride 2', /Name the operator/],
    ['list templates matmul --stride 2', /has no option --stride.*tune matmul --help/],
    ['list templates --workload resnet18.C2 --stride 0', /--stride/],
    ['list templates --workload resnet18.C2 --target lvm', /did you mean "llvm"/],
  ];
  test.each(cases)('tune %s', async (args, says) => {
    const words = args.split(' ').map((word) => word.replaceAll('\u00a0', ' '));
    const { code, said, stdout } = await run(...words);
    expect(said).toMatch(says);
    expect(said).not.toMatch(/\n|\berror:|undefined|\bat .*\.[jt]s:/);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });
});

describe('help', () => {
  test.each([['conv2d'], ['log'], ['log', 'merge'], ['log', 'explain'], ['help'], []])(
    'tune help %s %s is what --help of that says',
    async (...words) => {
      const names = words.filter((word) => typeof word === 'string');
      const asked = await run('help', ...names);
      expect(asked).toMatchObject({ code: 0, stderr: '' });
      expect(asked.stdout).toBe((await run(...names, '--help')).stdout);
    },
  );

  test.each([
    [['conv3d'], 'Unknown operator or command "conv3d": did you mean "conv2d"? `tune --help`'],
    [['log', 'mrege'], 'Unknown command "mrege": did you mean "merge"? `tune log --help`'],
  ])('tune help %j is a sentence', async (names, sentence) => {
    for (const args of names.length > 1 ? [['help', ...names], names] : [['help', ...names]])
      expect(await run(...args)).toMatchObject({ code: 2, stdout: '', said: expect.stringContaining(sentence) });
  });

  test('lists what there is, and nothing that there is not yet', async () => {
    const { code, stdout } = await run('--help');
    expect(code).toBe(0);
    for (const name of [
      'conv2d',
      'matmul',
      'network',
      'best',
      'replay',
      'check',
      'retune',
      'simulate',
      'bench',
      'list',
      'doctor',
    ])
      expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect(stdout).not.toMatch(/\.onnx|--out DIR/);
    expect(stdout).toContain('Examples:');
  });

  test('without arguments it goes to stderr, with exit code 2', async () => {
    expect(await run()).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Usage: tune') });
  });

  test.each(['conv2d', 'matmul', 'best', 'replay', 'check', 'retune', 'simulate', 'bench', 'list', 'doctor'])(
    'tune %s --help has examples',
    async (command) => {
      const { code, stdout } = await run(command, '--help');
      expect(code).toBe(0);
      expect(stdout).toContain(`$ tune ${command}`);
    },
  );

  test.each(['conv2d', 'matmul'])('tune %s --help tells of GPUs, and how to do without one', async (operator) => {
    const { stdout } = await run(operator, '--help');
    for (const word of ['"cuda -arch=sm_90" --dry-run', 'CUDACXX', 'CUDA_HOME', 'CUDA_PATH', 'CUDA_VISIBLE_DEVICES'])
      expect(stdout).toContain(word);
  });

  test.each(['conv2d', 'matmul', 'best', 'replay', 'check', 'retune', 'simulate', 'bench', 'list', 'doctor'])(
    'tune %s --help names one default of an option, and fits a wide terminal',
    async (command) => {
      const { stdout } = await run(command, '--help');
      expect(stdout.replace(/\s+/g, ' ')).not.toMatch(/\(default[^)]*\) \(default/);
      expect(stdout.split('\n').filter((line) => line.length > 130)).toEqual([]);
    },
  );

  test('the options of an operator have their defaults', async () => {
    const help = (await run('conv2d', '--help')).stdout.replace(/\s+/g, ' ');
    const defaults: [string, string][] = [
      ['--target', '"llvm"'],
      ['--template', '"auto"'],
      ['--trials', '256'],
      ['--early-stop', '128'],
      ['--explorer', '"portfolio"'],
      ['--model', '"xgb-rank"'],
      ['--epsilon', '0.05'],
    ];
    for (const [option, value] of defaults)
      expect(help).toMatch(new RegExp(`${option} <\\w+> [^<]*\\(default: ${value}\\)`));
    for (const option of ['-m <n>', '-n <n>', '-k <n>'])
      expect((await run('matmul', '--help')).stdout).toContain(option);
  });

  test('the version is that of package.json', async () => {
    expect((await run('--version')).stdout).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

describe('list', () => {
  test.each([
    'operators',
    'workloads',
    'templates',
    'knobs lrn',
    'explorers',
    'models',
    'features',
    'acquisitions',
    'selections',
    'targets',
  ])('%s, as JSON and as a table', async (what) => {
    const rows = JSON.parse((await run('list', ...what.split(' '), '--json')).stdout) as Record<string, unknown>[];
    expect(rows.length).toBeGreaterThan(0);
    const table = (await run('list', ...what.split(' '))).stdout.split('\n');
    expect(table).toHaveLength(rows.length + 1);
    expect(table.at(0)!.split(/ {2,}/)).toEqual(Object.keys(rows.at(0)!));
  });

  test.each(['constructor', 'toString'])('there is no list of "%s"', async (what) => {
    const { code, said } = await run('list', what);
    expect({ code, said }).toEqual({ code: 2, said: expect.stringContaining(`There is no list of "${what}"`) });
  });

  test('targets: this machine, and every architecture of GPUs', async () => {
    const rows = JSON.parse((await run('list', 'targets', '--json')).stdout) as Record<string, unknown>[];
    expect(rows[0]).toMatchObject({ target: expect.stringMatching(/^llvm -mcpu=/), what: 'this machine' });
    expect(rows).toContainEqual(
      expect.objectContaining({ target: 'cuda -arch=sm_103', what: 'GPUs of compute capability 10.3', l1: 227 << 10 }),
    );
  });

  test('templates of one workload, each with whether it applies, or why not', async () => {
    interface Row {
      readonly template: string;
      readonly workload: string;
      readonly applies: boolean;
      readonly reason: string | null;
    }
    const rowsOf = async (...args: string[]): Promise<Row[]> =>
      JSON.parse((await run('list', 'templates', '--json', ...args)).stdout) as Row[];
    const rows = await rowsOf('--workload', 'resnet18.C4', '--in-channels', '7');
    expect(rows.map(({ template }) => template)).toContain('conv2d.direct');
    for (const { template, workload, applies, reason } of rows) {
      expect({ template, workload }).toEqual({
        template: expect.stringMatching(/^conv2d\./),
        workload: '1x7x56x56-128-k3-s2-p1',
      });
      expect(applies ? reason === null : reason !== null && reason.length > 0).toBe(true);
    }
    expect(await rowsOf('conv2d', 'resnet18.C4', '--in-channels', '7')).toEqual(rows);
    const elsewhere = await rowsOf('--workload', 'resnet18.C4', '--target', 'cuda -arch=sm_90');
    expect(elsewhere.find(({ template }) => template === 'conv2d.direct')).toMatchObject({
      applies: false,
      reason: expect.stringContaining('CPUs'),
    });
    expect((await run('list', 'templates', '--workload', 'resnet18.C4')).stdout).toMatch(/^conv2d\.direct .* yes *$/m);
  });

  test('knobs of one workload', async () => {
    const { stdout } = await run('list', 'knobs', 'conv2d', 'resnet18.C3', '--json', '--target', 'llvm -threads=1');
    interface Row {
      readonly workload: string;
      readonly template: string;
      readonly size: number;
      readonly valid: number;
      readonly exact: boolean;
      readonly count: number;
      readonly values: readonly unknown[];
    }
    const rows = JSON.parse(stdout) as Row[];
    expect(new Set(rows.map(({ workload }) => workload))).toEqual(new Set(['resnet18.C3']));
    expect(rows.every(({ count, values }) => count === values.length)).toBe(true);
    const direct = rows.filter(({ template }) => template === 'conv2d.direct');
    const { size, valid, exact } = direct.at(0)!;
    expect(size).toBe(direct.reduce((product, { count }) => product * count, 1));
    expect(valid).toBeLessThan(size);
    expect(valid).toBeGreaterThan(0);
    expect(exact).toBe(true);
  });
});

test('list knobs takes the threads of a run', async () => {
  const partsOf = async (...options: string[]): Promise<unknown> => {
    const { stdout } = await run('list', 'knobs', 'matmul', 'gemm.512', '--json', ...options);
    const rows = JSON.parse(stdout) as { template: string; knob: string; values: unknown[] }[];
    return rows.find(({ template, knob }) => template === 'matmul.blocked' && knob === 'threads')!.values;
  };
  expect(await partsOf('--threads', '1')).toEqual(await partsOf('--target', 'llvm -threads=1'));
  expect(await partsOf('--threads', '2')).toEqual(await partsOf('--target', 'llvm -threads=2'));
  expect(await partsOf('--threads', '1')).not.toEqual(await partsOf('--threads', '2'));
});

describe('logs of other programs', () => {
  test('best gives what a foreign record tells, and null for the rest', async () => {
    const log = join(folder, 'foreign.log');
    const { code, stdout } = await run('best', log, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([
      {
        operator: null,
        workload: '1x3x224x224 64x3x7x7',
        template: 'conv2d_NCHWc.x86',
        index: 172,
        seconds: 0.0045656413,
        gflops: null,
        log,
        line: 1,
      },
    ]);
  });

  test('lines that hold no record are named, and the others are used', async () => {
    const { code, stderr } = await run('best', join(folder, 'torn.jsonl'));
    expect(code).toBe(0);
    expect(stderr).toMatch(/1 line without a record \(line 2: torn/);
  });

  test('a log without a successful record is work that failed', async () => {
    const { code, said } = await run('best', join(folder, 'empty.jsonl'));
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringMatching(/^There is no record in .*empty\.jsonl: name a log/),
    });
  });

  test('replay says why a foreign record cannot be rebuilt', async () => {
    const { code, stderr, stdout } = await run('replay', join(folder, 'foreign.log'), '--json');
    expect(code).toBe(3);
    expect(stderr).toMatch(/"conv2d_NCHWc\.x86" is a template of another program, none of ours/);
    expect(JSON.parse(stdout)).toMatchObject([{ correct: null, seconds: null, logged_seconds: 0.0045656413 }]);
  });
});

test('a bug is one line with a hint, exit 1', () => {
  expect(explain(new TypeError('x is not a function\nsecond line'))).toBe(
    'This is a bug in tune (TypeError: x is not a function). TUNE_DEBUG=1 shows where it happened.',
  );
  expect(exitCodeOf(new TypeError('x'))).toBe(1);
});
