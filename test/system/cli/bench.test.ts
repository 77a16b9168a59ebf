import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { machine } from '../../../src/target/machine.js';
import { quickGcc } from '../../support/quick-gcc.js';
import { buildOnce, ended, start, tune } from '../../cli/bin.js';
import { runIn } from '../../cli/run.js';

let folder = '';
/** Where no other library is found: what is not about them is over in a third of the time. */
let alone: { PATH: string; CC: string };
beforeAll(() => {
  buildOnce();
  folder = mkdtempSync(join(tmpdir(), 'tune-bench-'));
  alone = pathWithGcc('no-libraries', `${noLibraries}; exec "${quickGcc}" "$@"`);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const tiny = 'bench gemm --workload gemm.64 --threads 1 --rounds 2'.split(' ');
/** The one row of `gemm.64` with a constant operand. */
const single = 'bench gemm --workload gemm.64+constant-B --threads 1 --rounds 1 --json'.split(' ');
/** What a gcc does that has no libraries to link with. */
const noLibraries = 'case "$1" in -print-file-name=*) echo "${1#*=}"; exit;; esac';

interface Row {
  workload: string;
  threads: number;
  ours: { seconds: number; gflops: number; trials: number; log: string; max_rel_error: number } | null;
  peers: Record<string, { seconds: number; competes: boolean }>;
  ratio: number | null;
  best_peer: string | null;
  peak_gflops: number;
  problem: string | null;
}

const rowsOf = (stdout: string): Row[] => (stdout === '' ? [] : (JSON.parse(stdout) as Row[]));

const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const { code, stdout, stderr } = tune(folder, [...tiny, ...args, '--json'], env);
  return { code, stderr, rows: rowsOf(stdout) };
};

/** A PATH with a compiler that is this script. */
function pathWithGcc(name: string, script: string): { PATH: string; CC: string } {
  const bin = join(folder, name);
  mkdirSync(bin);
  for (const tool of ['as', 'ld']) symlinkSync(`/usr/bin/${tool}`, join(bin, tool));
  writeFileSync(join(bin, 'gcc'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, 'gcc'), 0o755);
  return { PATH: bin, CC: 'gcc' };
}

// The tests of this file are one story, told in order: tuned, timed from the log, without a library.
test('a workload without a record is tuned when trials are given, and timed beside what is installed', () => {
  const { code, stderr, rows } = run(['--trials', '2', '--log', 'b.jsonl', '--svg', 'b.svg', '--markdown', 'b.md']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('1/2 gemm.64, 1 thread: ') });
  expect(rows.map(({ workload }) => workload)).toEqual(['gemm.64', 'gemm.64+constant-B']);
  for (const { ours, peers, ratio, best_peer, peak_gflops } of rows) {
    expect(ours).toMatchObject({ trials: 2, log: 'b.jsonl' });
    expect(ours!.max_rel_error).toBeLessThan(1e-4);
    expect(ours!.gflops).toBeGreaterThan(0);
    expect(peak_gflops).toBeGreaterThan(1);
    const rivals = Object.values(peers).filter(({ competes }) => competes);
    if (best_peer === null) expect({ ratio, rivals }).toEqual({ ratio: null, rivals: [] });
    else expect(ratio).toBeCloseTo(Math.min(...rivals.map(({ seconds }) => seconds)) / ours!.seconds, 6);
  }
  expect(readFileSync(join(folder, 'b.svg'), 'utf8')).toContain('gemm.64+constant-B');
  expect(readFileSync(join(folder, 'b.md'), 'utf8')).toContain('| gemm.64+constant-B |');
});

test('what no template computes is not tuned, and its row says so', () => {
  const words = 'bench matmul -m 8 -n 8 -k 8 --dtype tfloat32 --threads 1 --trials 1 --rounds 1 --json';
  const { code, stdout } = tune(folder, words.split(' '), alone);
  expect(code).toBe(0);
  expect(rowsOf(stdout).map(({ problem }) => problem)).toEqual([
    expect.stringMatching(/^no record, and no template of matmul is for tfloat32 with this tail yet: `tune list/),
  ]);
});

test('when no library is installed then they are named once, and ours is timed alone', () => {
  const { code, stderr, rows } = run(['--log', 'b.jsonl'], alone);
  expect(code).toBe(0);
  expect(
    stderr.match(/apt-get install libopenblas-dev libblis-dev libxsmm-dev && sh .+bench\/onednn\/install.sh/g),
  ).toHaveLength(1);
  for (const { ours, peers, ratio } of rows) {
    expect(ours!.seconds).toBeGreaterThan(0);
    // It comes with its package, where somebody installed that.
    const { 'ONNX Runtime': packaged, ...others } = peers;
    expect(others).toEqual({});
    if (packaged === undefined) expect(ratio).toBeNull();
  }
});

test('the workloads of a log are compared, and one shape of an operator', async () => {
  const few = ['--threads', '1', '--rounds', '1', '--json'];
  const logged = await runIn(folder, ['bench', 'b.jsonl', '--workload', 'gemm.64+constant-B', ...few], alone);
  expect(rowsOf(logged.stdout)).toMatchObject([
    { suite: null, operator: 'matmul', workload: 'gemm.64+constant-B', ours: { log: 'b.jsonl' } },
  ]);
  const asked = ['bench', 'batch_matmul', 'bert.context-128', '-m', '7', '--log', 'b.jsonl', ...few];
  const shape = await runIn(folder, asked, alone);
  expect(rowsOf(shape.stdout)).toMatchObject([
    {
      suite: null,
      operator: 'batch_matmul',
      workload: '12x7x64x128',
      ours: { trials: 0, log: null, line: null },
      problem: null,
    },
  ]);
});

test('when a kernel of ours does not build then its row says why, with exit code 1', () => {
  const refuse = 'case "$*" in *-ffreestanding*) echo "kernel.c:7:1: error: no such luck" >&2; exit 1;; esac';
  const env = pathWithGcc('bad-gcc', `${noLibraries}; ${refuse}; exec /usr/bin/gcc "$@"`);
  const { code, stdout } = tune(folder, [...single, '--log', 'b.jsonl'], env);
  expect(code).toBe(1);
  expect(rowsOf(stdout)).toMatchObject([{ ours: null, problem: expect.stringContaining('error: no such luck') }]);
});

test('more threads than cores are warned of, once', async () => {
  writeFileSync(join(folder, 'empty.jsonl'), '');
  const threads = ['--threads', `${machine().cores + 1}`];
  const options = ['--workload', 'gemm.64', ...threads, '--rounds', '1', '--log', 'empty.jsonl'];
  const { code, stderr } = await runIn(folder, ['bench', 'gemm', ...options], alone);
  expect(code).toBe(0);
  expect(stderr).toContain('2/2 gemm.64+constant-B');
  expect(stderr.match(/threads are more than the .* not comparable/g)).toHaveLength(1);
});

test('when there is no record then the kernel is chosen without a trial, and a note names the rows', async () => {
  writeFileSync(join(folder, 'empty.jsonl'), '');
  const { code, stdout } = await runIn(folder, [...single, '--log', 'empty.jsonl'], alone);
  expect(code).toBe(0);
  expect(rowsOf(stdout)).toMatchObject([
    {
      workload: 'gemm.64+constant-B',
      ours: { template: expect.stringMatching(/^matmul\./), trials: 0, tuned_here: false, log: null, line: null },
      problem: null,
    },
  ]);
  const asText = single.filter((word) => word !== '--json');
  const { stdout: text } = await runIn(folder, [...asText, '--log', 'empty.jsonl'], alone);
  expect(text).toMatch(/^Chosen without a trial, .*: gemm\.64\+constant-B\.$/m);
});

test('when it is interrupted then it prints the rows that it has, with exit code 130', async () => {
  const many = 'bench gemm --workload gemm.64 --threads 1,2 --rounds 6 --log b.jsonl --json'.split(' ');
  const child = start(folder, many, alone);
  let said = '';
  let told = false; // a second signal would stop it at once
  child.stderr!.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (told || !said.includes('1/4 ')) return;
    told = true;
    process.kill(-child.pid!, 'SIGINT');
  });
  const { code, stdout } = await ended(child);
  expect(code).toBe(130);
  const rows = JSON.parse(stdout) as Row[];
  expect(rows[0]).toMatchObject({ workload: 'gemm.64', threads: 1 });
  expect(rows.length).toBeLessThan(4);
});

test('when a chart cannot be written then that is said before anything is measured', async () => {
  const args = ['--svg', 'nowhere/b.svg', '--trials', '2', '--log', 'new.jsonl'];
  const { code, stderr } = await runIn(folder, [...single, ...args], alone);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^tune: "nowhere\/b\.svg" cannot be written/),
  });
  expect(existsSync(join(folder, 'new.jsonl'))).toBe(false);
});
