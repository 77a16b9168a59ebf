import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { buildOnce, tune } from '../../cli/bin.js';
import { pages } from '../../support/pages.js';
import { testWhere } from '../../support/skips.js';

interface Block {
  readonly path: string;
  readonly language: string;
  readonly text: string;
}

const blocks = pages.flatMap((path) =>
  Array.from(readFileSync(path, 'utf8').matchAll(/^```(\w+)\n(.*?)^```/gms), ([, language, text]): Block => ({
    path,
    language: language!,
    text: text!,
  })),
);
const blocksIn = (language: string): readonly Block[] => blocks.filter((block) => block.language === language);

/** What stands before the lines of a block in C that names one of these; what it leaves out is declared. */
const declared: Readonly<Record<string, string>> = {
  gemm_cuda_: '#include "gemm_cuda.h"\nextern uint64_t a, b, c, workspace;\nextern void *stream;',
  gemm_:
    '#include "gemm.h"\nextern gemm_matmul_shape shape;\n' +
    'extern void *a, *packed_b, *bias, *multiplier, *c, *workspace;',
  squeezenet_:
    '#include <stdlib.h>\n#define SQUEEZENET_WORKSPACE 64\n' +
    'int squeezenet_run(const float *, float *, void *);\nextern float *image, *scores;',
  ocr_: 'int ocr_shape_of(int);\nint ocr_run_for(int, const float *, float *, void *);\nextern float *x, *scores, *workspace;',
};

/** A file in C of a block: as it is where it defines a function, else within one. */
function unitOf(text: string): string {
  if (/^\w.*\) \{$/m.test(text)) return text;
  const name = Object.keys(declared).find((one) => text.includes(one))!;
  const [includes, others] = [true, false].map((wanted) =>
    text.split('\n').filter((line) => line.startsWith('#include') === wanted),
  );
  return [declared[name]!, ...includes!, 'void example(void) {', ...others!, '}\n'].join('\n');
}

let folder = '';

/** What a program has to say against a file that holds a text. */
function complaintOf(name: string, text: string, program: string, ...args: readonly string[]): string {
  writeFileSync(join(folder, name), text);
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

/** Exports a shipped log as the library that pages name `gemm`. */
function exportGemm(log: string, out: string, ...options: readonly string[]): void {
  const { code, stderr } = tune(folder, ['export', resolve('logs/shipped', log), '--out', out, ...options]);
  if (code !== 0) throw new Error(stderr);
}

beforeAll(() => {
  buildOnce();
  folder = mkdtempSync(join(tmpdir(), 'tune-code-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('all languages of blocks are checked, here or as commands and what they print', () => {
  const checked = ['c', 'console', 'js', 'json', 'py', 'sh', 'text', 'ts', 'yaml'];
  expect([...new Set(blocks.map(({ language }) => language))].toSorted()).toEqual(checked);
});

test('blocks in C compile with the headers of an export', () => {
  writeFileSync(join(folder, 'shapes.yaml'), '- { operator: matmul, m: 500, n: 500, k: 500 }\n');
  exportGemm('gemm-zen4.jsonl.br', 'cpu', '--name', 'gemm', '--shapes', 'shapes.yaml', '--dispatch', 'learned');
  exportGemm('gpu-h200.jsonl.br', 'gpu', '--name', 'gemm');
  const strict = ['-std=c11', '-Wall', '-Wextra', '-Werror', '-Wno-unused-variable', '-fsyntax-only'];
  for (const { path, text } of blocksIn('c')) {
    const headers = text.includes('cuda') ? 'gpu/include' : 'cpu/include';
    const complaint = complaintOf('block.c', unitOf(text), 'gcc', ...strict, '-I', headers, 'block.c');
    expect({ path, complaint }).toEqual({ path, complaint: '' });
  }
});

test('blocks in TypeScript have the types of the library', () => {
  const paths = { tune: [resolve('dist/index.d.ts')] };
  const compilerOptions = { strict: true, module: 'NodeNext', target: 'ES2023', types: [], noEmit: true, paths };
  blocksIn('ts').forEach(({ text }, i) => {
    writeFileSync(join(folder, `block${i}.mts`), text);
  });
  const config = JSON.stringify({ compilerOptions, include: ['*.mts'] });
  const tsc = resolve('node_modules/typescript/bin/tsc');
  expect(complaintOf('tsconfig.json', config, process.execPath, tsc, '-p', '.')).toBe('');
});

test.each(blocksIn('js'))('a block of $path is JavaScript', ({ text }) => {
  expect(complaintOf('block.cjs', text, process.execPath, '--check', 'block.cjs')).toBe('');
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
testWhere(hasPython, 'python3 (apt-get install python3)')('blocks in Python are', () => {
  for (const { text } of blocksIn('py')) {
    expect(complaintOf('block.py', text, 'python3', '-m', 'py_compile', 'block.py')).toBe('');
  }
});

test.each([...blocksIn('json'), ...blocksIn('yaml')])('a block of $path is $language', ({ text }) => {
  expect(parse(text)).toEqual(expect.anything());
});
