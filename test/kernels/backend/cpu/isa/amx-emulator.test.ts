import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { amx, amxTile } from '../../../../../src/backend/cpu/isa/amx.js';
import { amxint8 } from '../../../../../src/backend/cpu/isa/sets/amxint8.js';
import { amxEmulation } from '../../../../support/amx-emulator.js';
import { describeWhere } from '../../../../support/skips.js';

const general = [
  'rax',
  'rbx',
  'rcx',
  'rdx',
  'rsi',
  'rdi',
  'rbp',
  'rsp',
  ...[8, 9, 10, 11, 12, 13, 14, 15].map(numbered),
];
const displacements = [0, 64, -64, 4096];

function numbered(register: number): string {
  return `r${register}`;
}

describeWhere(process.arch === 'x64', 'an x86-64')('the emulator of AMX', () => {
  let folder = '';
  let emulation: Readonly<Record<string, string>> = {};
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tune-amx-'));
    emulation = await amxEmulation(folder);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** Runs a program of statements and, outside of functions, more. */
  function run(
    statements: readonly string[],
    outside = '',
  ): { readonly stdout: string; readonly signal: string | null } {
    const program = join(folder, 'program');
    const source = [
      '#include <cpuid.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <unistd.h>',
      outside,
      'int main(void) {',
      ...statements,
      '  return 0;\n}\n',
    ].join('\n');
    const compiled = spawnSync('gcc', ['-O1', '-pthread', '-x', 'c', '-', '-o', program], { input: source });
    expect(compiled.stderr.toString()).toBe('');
    const env = { ...process.env, ...emulation };
    const { stdout, signal } = spawnSync(program, { encoding: 'utf8', env });
    return { stdout, signal };
  }

  const whole = new Map([0, 1, 2].map((register) => [register, { rows: 16, bytes: 64 }]));
  const product = amxint8.matrices!.products[0]!;

  test('keeps the system from permitting what the CPU may have', () => {
    expect(run([`puts(${amxTile.test!} ? "permitted" : "refused");`]).stdout).toBe('refused\n');
  });

  test('reads addresses of every register, with and without displacement', () => {
    // A load from one place and a store to another. Where the stack is the base, a signal's frame lies below it.
    const pairs = general.flatMap((base, i) => {
      const index = general.filter((name) => name !== 'rsp' && name !== base)[(5 * i) % 14]!;
      return displacements.map((displacement) => ({ base, index, displacement }));
    });
    const functions = pairs.map(({ base, index, displacement }, i) => {
      const operand = `${displacement}(%${base},%${index},1)`;
      const saved = ['rbx', 'rbp', 'r12', 'r13', 'r14', 'r15'];
      return [
        `__asm__("copy_${i}:`,
        ...saved.map((name) => `push %${name}`),
        ...[
          'mov %rdi, own_from(%rip)',
          'mov %rsi, own_to(%rip)',
          'mov %rcx, own_stride(%rip)',
          'mov %rsp, own_stack(%rip)',
        ],
        ...[`mov own_stride(%rip), %${index}`, `mov own_from(%rip), %${base}`, `sub $${displacement}, %${base}`],
        `tileloadd ${operand}, %tmm1`,
        ...[`mov own_to(%rip), %${base}`, `sub $${displacement}, %${base}`],
        `tilestored %tmm1, ${operand}`,
        'mov own_stack(%rip), %rsp',
        ...saved.toReversed().map((name) => `pop %${name}`),
        'ret");',
      ].join('\\n');
    });
    const outside = [
      'void *own_from, *own_to, *own_stack; long own_stride; static unsigned char from[1 << 16], to[1 << 16];',
      ...pairs.map((_, i) => `void copy_${i}(void *, void *, long, long);`),
      ...functions,
    ].join('\n');
    const statements = [
      amx.configure(whole),
      'for (int i = 0; i < 1 << 16; i++) from[i] = i * 7 + (i >> 8);',
      ...pairs.map(
        (_, i) => `memset(to, 0, sizeof to); copy_${i}(from + (1 << 15), to + (1 << 15), 0, 80);
        for (int r = 0; r < 16; r++)
          if (memcmp(from + (1 << 15) + 80 * r, to + (1 << 15) + 80 * r, 64) != 0) puts("wrong: ${i}");`,
      ),
      'puts("done");',
    ];
    expect(run(statements, outside)).toEqual({ stdout: 'done\n', signal: null });
  });

  test('keeps registers of threads apart, also of a child', () => {
    const outside = `#include <pthread.h>
      static int sums[2][256];
      static void *multiply(void *context) {
        signed char a[1024]; int *sum = context;
        memset(a, sum == sums[0] ? 1 : 2, sizeof a);
        ${amx.configure(whole)}
        for (int round = 0; round < 1000; round++) {
          ${amx.load(1, 'a', '64L')} ${amx.load(2, 'a', '64L')} ${amx.zero(0)} ${product.text(0, 1, 2)}
          ${amx.store(0, 'sum', '64L')}
          if (sum[255] != (sum == sums[0] ? 64 : 256)) puts("wrong");
        }
        ${amx.release}
        return NULL;
      }`;
    const statements = [
      'if (fork() == 0) { multiply(sums[1]); return 0; }',
      'pthread_t other; pthread_create(&other, NULL, multiply, sums[0]);',
      'multiply(sums[1]); pthread_join(other, NULL); printf("%d %d\\n", sums[0][0], sums[1][0]);',
    ];
    expect(run(statements, outside)).toEqual({ stdout: '64 256\n', signal: null });
  });

  test.each([
    ['an instruction that nobody has', ['__asm__ volatile("ud2");']],
    ['a signal from elsewhere', ['raise(SIGILL);']],
    ['registers without sizes', [amx.zero(1)]],
    ['registers without sizes any more', [amx.configure(whole), amx.zero(1), amx.release, amx.zero(1)]],
    ['a register of which nothing is used', [amx.configure(whole), amx.zero(3)]],
    [
      'sizes of which no product is',
      [amx.configure(new Map([...whole, [2, { rows: 15, bytes: 64 }]])), product.text(0, 1, 2)],
    ],
  ])('ends a program for %s', (_, statements) => {
    expect(run([...statements, 'puts("went on");'])).toEqual({ stdout: '', signal: 'SIGILL' });
  });
});
