import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { writeOnnx } from '../../../src/network/onnx/write.js';
import { buildOnce } from '../../cli/bin.js';
import { floats, model, node, tensor, value } from '../../support/onnx-builder.js';
import { scaleC, scaleSpec } from '../../support/scale-source.js';

let folder = '';
beforeAll(() => {
  buildOnce();
  folder = mkdtempSync(join(tmpdir(), 'tune-cost-'));
  writeFileSync(join(folder, 'usage.mjs'), usage);
  writeFileSync(join(folder, 'huge.mjs'), huge);
  writeFileSync(join(folder, 'scale.c'), scaleC);
  writeFileSync(join(folder, 'scarce.yaml'), JSON.stringify(scarce));
  writeOnnx(join(folder, 'adds.onnx'), adds(5000));
  writeOnnx(join(folder, 'costly.onnx'), costly(4000));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What a process has used at its end. */
const usage = `
import { writeFileSync } from 'node:fs';
process.on('exit', () => { writeFileSync('usage.json', JSON.stringify(process.resourceUsage())); });
`;

const huge = `
import { defineTemplate, matmul, Schedule, SpaceBuilder } from 'tune';
export const template = defineTemplate({
  ...{ name: 'huge', operator: 'matmul', version: 1, summary: 'a tile that no registers hold', target: 'simd' },
  define: () => new SpaceBuilder().choice('size', [4096]).build(),
  schedule: (workload, _, { size }) => {
    const whole = new Schedule(matmul.computation(workload));
    const c = whole.output;
    const sums = whole.cacheWrite(c, 'register');
    const [i, j] = c.loopsOver('i', 'j');
    const [rows, row] = c.split(i, size, 'peel');
    const [columns, column] = c.split(j, size, 'peel');
    c.reorder(rows, columns, row, column).unroll(row, column);
    sums.computeAt(c, columns);
    return whole;
  },
});
`;

const many = Array.from({ length: 100 }, (_, i) => i + 1);
const scarce = {
  ...scaleSpec,
  knobs: Object.fromEntries(['STEP', 'B', 'C', 'D'].map((name) => [name, many])),
  restrictions: ['B + C < 150', 'STEP + 100 * B + 10000 * C + 1000000 * D == 31415926'],
};

function adds(count: number): ReturnType<typeof model> {
  const nodes = Array.from({ length: count }, (_, i) =>
    node('Add', [`v${i}`, i % 2 === 0 ? 'one' : `v${i}`], [`v${i + 1}`], {}, `add${i}`),
  );
  const constants = { one: floats([1], () => 1) };
  return model({ nodes, inputs: [value('v0', 1, 64)], outputs: [value(`v${count}`, 1, 64)], constants });
}

/** A constant that is a product of two others. */
function costly(extent: number): ReturnType<typeof model> {
  const square = tensor('float32', [extent, extent], new Float32Array(extent ** 2));
  return model({
    nodes: [node('MatMul', ['a', 'b'], ['w'], {}, 'weights'), node('MatMul', ['x', 'w'], ['y'])],
    ...{ inputs: [value('x', 1, extent)], outputs: [value('y', 1, extent)], constants: { a: square, b: square } },
  });
}

const short = '--threads 1 --log log.jsonl';
test.each([
  ['5,000 additions', `network adds.onnx --trials 0 ${short}`, 0, /^program +\d+ calls of \d kernels/m],
  ['a constant of 64 billion products', `network costly.onnx --trials 0 ${short}`, 2, /64 billion multiplications/],
  ['a tile of 4096 x 4096', `matmul -m 4096 -n 4096 -k 4096 --template huge.mjs --trials 1 ${short}`, 1, /registers/],
  [
    'restrictions that hardly ever hold',
    `source scarce.yaml --trials 1 ${short}`,
    2,
    /restrictions\[1\]: it rules out/,
  ],
])('%s cost little before they are served or refused', (_, args, status, says) => {
  const ended = spawnSync(process.execPath, ['--import', './usage.mjs', resolve('bin/tune'), ...args.split(' ')], {
    ...{ cwd: folder, encoding: 'utf8' },
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  expect({ status: ended.status, said: ended.stdout + ended.stderr }).toEqual({
    status,
    said: expect.stringMatching(says),
  });
  const used = JSON.parse(readFileSync(join(folder, 'usage.json'), 'utf8')) as NodeJS.ResourceUsage;
  expect((used.userCPUTime + used.systemCPUTime) / 1e6).toBeLessThan(10);
  expect(used.maxRSS / 1024).toBeLessThan(500);
});
