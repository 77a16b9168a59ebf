import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { show } from '../../../src/api/show.js';
import { shownSchema, type Shown } from '../../../src/products/show/show.js';
import { best } from '../../../src/api/best.js';
import { Random } from '../../../src/space/random.js';
import { templates } from '../../../src/templates/registry.js';
import { honest } from '../../support/honest-lines.js';
import { logOf, recordOf } from '../../products/export/fixtures.js';
import { run } from '../../cli/run.js';

const folder = mkdtempSync(join(tmpdir(), 'tune-show-'));
const log = join(folder, 'every-template.jsonl');
const shown: Shown[] = [];

beforeAll(async () => {
  const { lines } = honest(new Random(7), 1);
  writeFileSync(log, `${lines.join('\n')}\n`);
  const ours = (await best([log])).filter(({ template }) => templates.some(({ name }) => name === template));
  for (const { workload, target, template } of ours) {
    // Each is read from a log of its template: whole ones are long.
    const own = join(folder, `${template}.jsonl`);
    writeFileSync(own, `${lines.filter((line) => line.includes(`"${template}"`)).join('\n')}\n`);
    shown.push(await show(own, { workload: workload!, target }));
  }
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What the program prints that the commands make. */
function saidBy(one: Shown): string {
  const cwd = mkdtempSync(join(folder, 'demo-'));
  writeFileSync(join(cwd, one.source_file), one.source);
  writeFileSync(join(cwd, one.program_file), one.program);
  for (const [program, ...args] of one.compile) execFileSync(program!, args, { cwd });
  const { status, stdout } = spawnSync('./demo', { cwd, encoding: 'utf8' });
  expect(status).toBe(0);
  return stdout;
}

describe('what is shown of a record', () => {
  test('has schedule, loop nest, source and program of every template', () => {
    const ours = shown;
    expect(new Set(ours.map(({ template }) => template)).size).toBeGreaterThan(20);
    for (const one of ours) {
      shownSchema.parse(one);
      expect(one.schedule.join('\n')).toMatch(/\.(split|reorder|bind|vectorize|fuse)\(/);
      expect(`${one.schedule.join('')}${one.nest}`).not.toMatch(/undefined|\[object/);
      expect(one.nest).toMatch(/^(for |alloc |pack |if |\w+\[)/);
      expect(one.source).toContain(one.source_file === 'kernel.c' ? 'void kernel(' : '__global__');
      expect(one.program).toContain(one.source_file === 'kernel.c' ? 'kernel(given' : 'cudaLaunchKernel(');
    }
  });

  test('compiles and runs by the commands that are shown, in an empty folder', () => {
    const able = shown.filter(({ source_file: file }) => file === 'kernel.c');
    const packed = able.find(({ program, source }) => /pack\(args/.test(program) && source.includes('omp'));
    const unpacked = able.find(({ program }) => program.includes('unpack(given'));
    for (const one of [packed, unpacked].filter((each) => each !== undefined)) expect(saidBy(one)).toMatch(/^\d/);
    expect(packed ?? unpacked).toBeDefined();
  });

  test.each([
    ['uint8', 'A 9x10 of uint8, B 10x21 of int8, bias 21 of int32, C 9x21 of int32'],
    ['int8', 'A 9x10 of int8, B 10x21 of int8, bias 21 of int32, C 9x21 of int32'],
    ['bfloat16', 'A 9x10 of bfloat16, B 10x21 of bfloat16, bias 21 of bfloat16, C 9x21 of bfloat16'],
    ['float16', 'A 9x10 of float16, B 10x21 of float16, bias 21 of float16, C 9x21 of float16'],
  ])('calls a kernel of %s with ones of the types of its arguments', async (dtype, args) => {
    const shape = { m: '9', n: '21', k: '10', constant: 'B', epilogue: 'bias', dtype };
    const record = recordOf({ template: 'matmul.blocked', shape, target: 'llvm -threads=1' });
    const one = await show(logOf(folder, [record], `${dtype}.jsonl`), {});
    expect(one.program).toContain(`/* Arguments: ${args}. `);
    expect(saidBy(one)).toBe('11\n');
  });
});

describe('tune show', () => {
  const name = (): string => shown.filter(({ template }) => template === 'matmul.blocked')[0]!.workload;
  const target = (): string => shown.filter(({ template }) => template === 'matmul.blocked')[0]!.target;

  test('prints one part alone, or all with their titles', async () => {
    const one = shown.filter(({ template }) => template === 'matmul.blocked')[0]!;
    const asked = ['show', log, name(), '--target', target()];
    expect((await run(...asked, '--source')).stdout).toBe(one.source.trimEnd());
    expect((await run(...asked, '--asm')).stdout).toMatch(/^(\s+\.text\n)?\s+\.file\s+"kernel\.c"/);
    const { stdout } = await run(...asked);
    for (const title of ['Schedule', 'Loop nest', 'kernel.c', 'main.c', 'Compile'])
      expect(stdout).toContain(`\n\n${title}\n`);
    expect(JSON.parse((await run(...asked, '--json')).stdout)).toEqual({ ...one, log, line: expect.any(Number) });
  });

  test('shows another config, and how it differs', async () => {
    const { index } = shown.filter(({ template }) => template === 'matmul.blocked')[0]!;
    const asked = ['show', log, name(), '--target', target()];
    expect((await run(...asked, '--diff', `${index}`)).stdout).toMatch(/schedule: the same\nloop nest: the same/);
    const others = Array.from({ length: 200 }, (_, i) => index + 1 + i);
    for (const other of others) {
      const { code, said, stdout } = await run(...asked, '--diff', `${other}`, '--schedule');
      if (code !== 0) expect(said).toMatch(/is forbidden: |There is no config/);
      else {
        expect(stdout).toMatch(/^- matmul\.blocked config .*\n\+ matmul\.blocked config/);
        return;
      }
    }
    throw new Error('all are forbidden');
  });

  test.each([
    [[], /There are \d+ workloads in it, name one: .* and \d+ more\./],
    [['nonsense'], /There is no workload "nonsense" in it\. It has /],
    [['TARGETLESS', '--target', 'llvm -mcpu=z80'], /It was not measured for "llvm -mcpu=z80"; there is llvm/],
    [['TARGETLESS', '--index', '99999999999'], /There is no config 99999999999: |must be/],
    [['TARGETLESS', '--nest', '--json'], /--json has all parts/],
  ])('%j is one sentence', async (words, says) => {
    const { code, said } = await run('show', log, ...words.map((word) => (word === 'TARGETLESS' ? name() : word)));
    expect({ code, said }).toEqual({ code: 2, said: expect.stringMatching(says) });
  });
});
