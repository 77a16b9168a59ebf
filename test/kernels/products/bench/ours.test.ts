import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import type { Driver } from '../../../../src/measure/driver.js';
import { startKernel } from '../../../../src/products/bench/ours.js';
import type { CpuKernel } from '../../../../src/backend/cpu/cpu-kernel.js';
import { hostTarget } from '../../../../src/backend/cpu/target.js';
import { Scratch } from '../../../../src/measure/scratch.js';

const rows = 12;
const columns = 20;

/** y = W x + 1 with W constant: the first packs W into columns, the second is the naive one. */
const packing = `
void pack(void *const *args, void *const *packed) {
  const float *from = args[1];
  float *to = packed[1];
  for (int r = 0; r < ${rows}; r++) for (int c = 0; c < ${columns}; c++) to[c * ${rows} + r] = from[r * ${columns} + c];
}
void kernel(void *const *args, void *workspace) {
  const float *x = args[0], *w = args[1];
  float *y = args[2], *sum = workspace;
  for (int r = 0; r < ${rows}; r++) sum[r] = 1;
  for (int c = 0; c < ${columns}; c++) for (int r = 0; r < ${rows}; r++) sum[r] += w[c * ${rows} + r] * x[c];
  for (int r = 0; r < ROWS; r++) y[r] = sum[r];
}`;
const naive = `
double sqrt(double);
void kernel(void *const *args, void *workspace) {
  const float *x = args[0], *w = args[1];
  float *y = args[2];
  for (int r = 0; r < ${rows}; r++) {
    double sum = sqrt(workspace == 0 ? 4.0 : 1.0);
    for (int c = 0; c < ${columns}; c++) sum += (double)w[r * ${columns} + c] * x[c];
    y[r] = sum;
  }
}`;

function kernelOf(source: string, packedBytes: number): CpuKernel {
  const float32 = { dtype: 'float32', packedBytes: 0 } as const;
  return {
    language: 'c',
    source,
    args: [
      { ...float32, name: 'x', shape: [columns], role: 'input' },
      { ...float32, name: 'w', shape: [rows, columns], role: 'input', packedBytes },
      { ...float32, name: 'y', shape: [rows], role: 'output' },
    ],
    workspaceBytes: 4 * rows,
    openmp: false,
    requires: [],
  };
}

describe('ours', () => {
  const scratch = new Scratch();
  let driver: Driver | undefined;

  afterAll(() => {
    scratch.close();
  });

  afterEach(async () => {
    await driver?.stop();
  });

  const start = async (source: string): Promise<Driver> => {
    const kernel = kernelOf(source, 4 * rows * columns);
    driver = await startKernel({ name: 'ours', kernel, naive: kernelOf(naive, 0), target: hostTarget(1) }, scratch);
    return driver;
  };

  test('when a kernel packs a constant ahead then it is given the packed form and agrees with the reference', async () => {
    const ours = await start(packing.replace('ROWS', `${rows}`));
    expect(ours.error).toBeLessThan(1e-6);
    expect(await ours.go(10)).toBeGreaterThan(0);
    expect(await ours.go(1)).toBeLessThan(1);
  });

  test('when a kernel writes its output in a form of its own then it is given room for that, and the check unpacks it', async () => {
    const padded = 3 * rows;
    const source = `
      void unpack(void *const *packed, void *const *args) {
        for (int r = 0; r < ${rows}; r++) ((float *)args[2])[r] = ((const float *)packed[2])[3 * r];
      }
      ${packing.replace('y[r] = sum[r]', 'y[3 * r] = sum[r]').replace('ROWS', `${rows}`)}`;
    const kernel = kernelOf(source, 4 * rows * columns);
    const inputs = kernel.args.slice(0, -1);
    const own = { ...kernel, args: [...inputs, { ...kernel.args.at(-1)!, packedBytes: 4 * padded }] };
    driver = await startKernel(
      { name: 'ours', kernel: own, naive: kernelOf(naive, 0), target: hostTarget(1) },
      scratch,
    );
    expect(driver.error).toBeLessThan(1e-6);
  });

  test('arguments have their own types, and those of the reference are floats', async () => {
    const multiply = (input: string, weights: string, output: string): string => `
      void kernel(void *const *args, void *workspace) {
        const ${input} *x = args[0]; const ${weights} *w = args[1]; ${output} *y = args[2];
        for (int r = 0; r < ${rows}; r++) y[r] = 0;
        for (int r = 0; r < ${rows}; r++) for (int c = 0; c < ${columns}; c++) y[r] += w[r * ${columns} + c] * x[c];
      }`;
    const [float, own] = [
      kernelOf(multiply('float', 'float', 'float'), 0),
      kernelOf(multiply('unsigned char', 'signed char', 'int'), 0),
    ];
    const types = ['uint8', 'int8', 'int32'];
    const kernel = { ...own, args: own.args.map((arg, i) => ({ ...arg, dtype: types[i]! })) };
    driver = await startKernel({ name: 'ours', kernel, naive: float, target: hostTarget(1) }, scratch);
    expect(driver.error).toBe(0);
  });

  test('when a kernel leaves out an element then the poison under it shows as an error', async () => {
    expect((await start(packing.replace('ROWS', `${rows - 1}`))).error).toBeNaN();
  });

  test('when a shared object cannot be used then the error names the reason', async () => {
    await expect(start('int nothing;')).rejects.toThrow('a shared object lacks the function kernel');
  });
});
