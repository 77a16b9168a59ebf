import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { loadSource } from '../../../src/catalogue/load-file.js';
import { openEmulator } from '../../../src/backend/cuda/emulator.js';
import { parseCuda } from '../../../src/backend/cuda/target.js';
import { wrapped, wrappedReference } from '../../../src/backend/cpu/source/wrapper.js';
import { wrappedCuda } from '../../../src/backend/cuda/source/wrapper.js';
import { checkKernels, type Finding } from '../../../src/catalogue/contract/contract.js';
import { KernelMeasurer } from '../../../src/measure/kernels.js';
import type { SourceKernel } from '../../../src/ir/source-kernel.js';
import { Random } from '../../../src/space/random.js';
import { makeTask } from '../../../src/templates/task.js';
import { sourceFolder } from '../../support/source-spec.js';

const folder = sourceFolder();
const sm80 = parseCuda(new Map([['arch', 'sm_80']]), undefined);

/** Runs some configs of a spec in CUDA in the emulator. */
async function emulated(spec: string, workload: string, count: number): Promise<readonly Finding[]> {
  const { operator, template } = (await loadSource(spec)).source;
  const task = makeTask(template, operator.workload(workload, {}), sm80, operator);
  const random = new Random(1);
  const configs = Array.from({ length: count }, () => task.space.sample(random)!);
  const measurer = await KernelMeasurer.create(openEmulator, { seed: 1 });
  const findings: Finding[] = [];
  try {
    for await (const finding of checkKernels(task, configs, measurer)) findings.push(finding);
  } finally {
    await measurer.close();
  }
  return findings;
}

describe('CUDA of one’s own', () => {
  beforeAll(() => {
    const file = (name: string, text: string): void => {
      writeFileSync(join(folder, name), text);
    };
    file(
      'mixed.cu',
      `extern "C" __global__ void __launch_bounds__(1024) mixed(int n, const double *d, long long *sum, float *f) {
  int i = blockIdx.x * THREADS + threadIdx.x;
  if (i < n) { sum[i] = (long long)d[i] + FAULT; f[i] = 3.0f * f[i]; }
}
`,
    );
    file(
      'mixed.c',
      'void mixed_naive(int n, const double *d, long *sum, float *f) { for (int i = 0; i < n; i++) sum[i] = (long)d[i], f[i] *= 3; }\n',
    );
    file(
      'mixed.yaml',
      `files: [mixed.cu]
function: mixed
sizes: { n: 333 }
arguments:
  - { name: n, type: int32, value: n }
  - { name: d, type: float64, shape: [n], range: [-9, 9] }
  - { name: sum, type: int64, shape: [n], direction: out }
  - { name: f, shape: [n], direction: inout }
knobs: { THREADS: [32, 64], FAULT: [0, 1] }
grid: ["ceildiv(n, THREADS)"]
block: [THREADS]
reference: { files: [mixed.c], function: mixed_naive }
flops: n
`,
    );
  });

  test.each([
    ['vector-add', 3],
    ['convolution', 3],
  ])('%s of the examples is right in the emulator', async (name, count) => {
    const findings = await emulated(join('examples', 'source', `${name}.yaml`), 'small', count);
    expect(findings.map(({ problem }) => problem)).toEqual(Array.from({ length: count }, () => undefined));
  });

  test('takes scalars, other types, several outputs and arrays in place; a wrong answer is found', async () => {
    const findings = await emulated(join(folder, 'mixed.yaml'), 'default', 8);
    expect(findings.length).toBe(8);
    for (const { config, problem } of findings)
      expect(problem ?? 'right').toMatch(config!.values['FAULT'] === 0 ? /^right$/ : /sum\[\d+\] is .* but should be/);
    expect(new Set(findings.map(({ problem }) => problem === undefined)).size).toBe(2);
  });

  test('refuses what it cannot take', async () => {
    const { template, operator } = (await loadSource(join(folder, 'mixed.yaml'))).source;
    const workload = operator.workload(undefined, {});
    const source = template.source(workload, sm80, template.define(workload, sm80).get(0));
    const [, first, ...others] = source.arguments;
    const half: SourceKernel = { ...source, arguments: [{ ...first!, type: 'float16' }, ...others] };
    expect(() => wrappedCuda(half)).toThrow(/"d" is of float16, which CUDA kernels in source do not support/);
  });
});

describe('the code around source of one’s own', () => {
  const source: SourceKernel = {
    language: 'c',
    title: 'demo default: TILE=4 */ int x;',
    macros: [['TILE', 4]],
    text: '#line 1 "demo.c"\nint kernel(int n, const double *a, unsigned char *b, float *c);\n',
    function: 'kernel',
    arguments: [
      { kind: 'scalar', name: 'n', type: 'int32', value: 3 },
      { kind: 'array', name: 'a', type: 'float64', shape: [3, 2], direction: 'in', range: [0, 10] },
      { kind: 'array', name: 'b', type: 'uint8', shape: [6], direction: 'inout', range: [0, 255] },
      { kind: 'array', name: 'c', type: 'float32', shape: [5], direction: 'out', range: [-1, 1] },
    ],
    flags: ['-O2'],
  };
  const arrays = source.arguments.filter((arg) => arg.kind === 'array');

  test.each([
    ['source-wrapper.c', wrapped(source).source],
    ['source-reference.c', wrappedReference({ kind: 'function', kernel: source, arguments: arrays }).source],
    [
      'source-wrapper.cu',
      wrappedCuda({ ...source, language: 'cuda', launch: { grid: [2, 1, 1], block: [32, 4, 1], sharedBytes: 0 } })
        .source,
    ],
  ])('is as in %s', (name, text) => {
    const path = join('test', 'codegen', 'golden', name);
    if (process.env['GOLDEN'] === 'write') writeFileSync(path, text);
    expect(text).toBe(readFileSync(path, 'utf8'));
  });
});
