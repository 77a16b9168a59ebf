import { spawn } from 'node:child_process';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Driver } from '../../../../src/measure/driver.js';
import type { Peer } from '../../../../src/products/bench/peer.js';
import { peersOf } from '../../../../src/products/bench/peers.js';
import { startPeers } from '../../../../src/products/bench/start-peers.js';
import { startBandwidth, startPeak } from '../../../../src/backend/cpu/roofline.js';
import { batchMatmul } from '../../../../src/operator/batch-matmul.js';
import { dense } from '../../../../src/operator/dense.js';
import { matmul } from '../../../../src/operator/matmul.js';
import { conv2d } from '../../../../src/operator/conv2d.js';
import { conv2dTranspose } from '../../../../src/operator/conv2d-transpose.js';
import type { Workload } from '../../../../src/operator/operator.js';
import { running, until } from '../../../support/processes.js';

const drivers: Driver[] = [];

afterAll(async () => {
  await Promise.all(drivers.map((driver) => driver.stop()));
});

const missingFile = 'no-such/libnone.so.7';

describe('peers', () => {
  const awkward = {
    ...{ batch: '2', inChannels: '6', height: '9', width: '7', outChannels: '10', kernel: '3x2' },
    ...{ stride: '2x1', pad: '1,0,0,2', dilation: '1x2', groups: '2', layout: 'any' },
  };
  const sizes = { m: '13', n: '29', k: '31' };
  const transposed = { transA: 'true', transB: 'true' };

  /** What a library that has no kernel for a shape says of it. */
  const refusals = [
    ['oneDNN Winograd', 'oneDNN has no Winograd convolution for this shape'],
    ['libxsmm', 'libxsmm has no kernel for this shape'],
    ['libxsmm', 'libxsmm is for products whose operands take at most 1024 KiB together'],
  ];

  test.each<[string, Workload]>([
    ['a product of primes', matmul.workload(undefined, { ...sizes, constant: 'B' })],
    ['a product of transposed matrices', matmul.workload(undefined, { ...sizes, ...transposed })],
    ['a row by a matrix', matmul.workload(undefined, { ...sizes, m: '1', transB: 'true' })],
    ['a batch of products in tiles with tails', batchMatmul.workload(undefined, { ...sizes, m: '70', batch: '3' })],
    ['a fully connected layer', dense.workload(undefined, { m: '4', n: '520', k: '512' })],
    ['a convolution with groups, stride, dilation and uneven padding', conv2d.workload(undefined, awkward)],
    ['the same with variable weights', conv2d.workload(undefined, { ...awkward, constant: 'none' })],
    [
      'a convolution of three by three',
      conv2d.workload(undefined, {
        ...{ inChannels: '32', height: '28', width: '28', outChannels: '32', kernel: '3', pad: '1' },
      }),
    ],
    ...['uint8', 'int8', 'bfloat16'].flatMap((dtype): [string, Workload][] => [
      [`a product of ${dtype}`, matmul.workload(undefined, { ...sizes, dtype, constant: 'B' })],
      [`a convolution of ${dtype}`, conv2d.workload(undefined, { ...awkward, dtype })],
    ]),
    [
      'a requantised product',
      matmul.workload(undefined, { ...sizes, dtype: 'uint8', constant: 'B', epilogue: 'requantize:7' }),
    ],
    [
      'a requantised convolution',
      conv2d.workload(undefined, { ...awkward, groups: '1', dtype: 'uint8', epilogue: 'requantize:7' }),
    ],
    ['a transposed convolution', conv2dTranspose.workload(undefined, { ...awkward, outputPadding: '1x0' })],
  ])('%s: all check themselves and give times, or say why not', async (_, workload) => {
    const peers = peersOf(workload);
    const { running, leftOut } = await startPeers(peers, 1);
    drivers.push(...running.map(({ driver }) => driver));
    for (const { peer, driver } of running) {
      expect(driver.error).toBeLessThan(1e-5 + (peer.rounding ?? 0));
      expect(driver.description).toContain('threads 1');
      expect(await driver.go(3)).toBeGreaterThan(0);
    }
    for (const { peer, why, missing } of leftOut) {
      if (missing)
        expect(why).toMatch(
          /apt-get install lib\w+-dev|sh .+bench\/onednn\/install.sh|npm ci --ignore-scripts --prefix .+bench\/onnxruntime/,
        );
      else if (!/^oneDNN has only a reference of a .+ for this shape$/.test(why))
        expect(refusals).toContainEqual([peer.name, why]);
    }
    expect(running.length + leftOut.length).toBe(peers.length);
  });

  test('when a library is missing then its peer is left out with the package to install', async () => {
    const [peer] = peersOf(matmul.workload('gemm.64', {})) as [Peer & { program: { kind: 'c' } }];
    const absent = { ...peer, program: { ...peer.program, files: [missingFile] } };
    const { running, leftOut } = await startPeers([absent], 1);
    expect(running).toEqual([]);
    expect(leftOut).toMatchObject([
      { peer: { name: 'OpenBLAS' }, missing: true, why: expect.stringContaining('apt-get install libopenblas-dev') },
    ]);
  });

  test('when a package of Node is missing then its peer is left out with the command to get it', async () => {
    const peer = peersOf(matmul.workload('gemm.64', {})).find(({ name }) => name === 'ONNX Runtime')!;
    const program = { ...peer.program, package: 'no-such-package' } as Peer['program'];
    const { leftOut } = await startPeers([{ ...peer, program }], 1);
    expect(leftOut).toMatchObject([
      { missing: true, why: expect.stringMatching(/npm ci --ignore-scripts --prefix .+\/bench\/onnxruntime'?$/) },
    ]);
  });

  test('narrow types have peers that are told all of them, and how a result is requantised', () => {
    const narrow = { dtype: 'uint8', constant: 'B', epilogue: 'requantize:7' };
    const peers = peersOf(matmul.workload('gemm.64', narrow));
    expect(peers.map(({ name }) => name)).toEqual(['oneDNN matmul', 'oneDNN packed']);
    for (const { args } of peers)
      expect(args.slice(-4)).toEqual(['data=uint8', 'weights=int8', 'result=uint8', 'zero=7']);
    const [sums] = peersOf(matmul.workload('gemm.64', { ...narrow, epilogue: 'requantize:each' }));
    expect(sums!.args.slice(-3)).toEqual(['data=uint8', 'weights=int8', 'result=int32']);
    const [plain] = peersOf(matmul.workload('gemm.64', { dtype: 'uint8' }));
    expect(plain!.args.slice(-3)).toEqual(['data=uint8', 'weights=int8', 'result=int32']);
  });

  test('a packed B competes only where B is constant, and plain libraries always do', () => {
    const names = (options: Record<string, string>): string[] =>
      peersOf(matmul.workload('gemm.64', options))
        .filter(({ competes }) => competes)
        .map(({ name }) => name);
    const plain = ['OpenBLAS', 'BLIS', 'libxsmm', 'oneDNN sgemm', 'oneDNN matmul'];
    expect(names({})).toEqual([...plain, 'ONNX Runtime']);
    expect(names({ constant: 'B' })).toEqual([...plain, 'oneDNN packed', 'ONNX Runtime']);
  });

  test('a convolution competes with those that are no freer to choose layouts', () => {
    const names = (layout: string): string[] =>
      peersOf(conv2d.workload('resnet18.C2', { layout }))
        .filter(({ competes }) => competes)
        .map(({ name }) => name);
    const plain = ['oneDNN NCHW', 'oneDNN NHWC', 'ONNX Runtime'];
    expect(names('any')).toEqual(['oneDNN direct', 'oneDNN Winograd', ...plain]);
    expect(names('NCHW')).toEqual(['oneDNN NCHW', 'ONNX Runtime']);
    expect(names('NHWC')).toEqual(['oneDNN NHWC']);
  });
});

describe('yardsticks', () => {
  test('memory is read at a rate that a machine can have, from a buffer that no cache holds', async () => {
    const { driver, bytes } = await startBandwidth(1);
    drivers.push(driver);
    expect(driver.error).toBe(0);
    const bytesPerSecond = bytes / (await driver.go(1));
    expect(bytesPerSecond).toBeGreaterThan(1e8);
    expect(bytesPerSecond).toBeLessThan(1e12);
  });
});

test('a part that is no whole share of the memory is read around its end', async () => {
  const { driver, bytes } = await startBandwidth(2, 97 * 2 ** 20 + 512);
  drivers.push(driver);
  expect({ error: driver.error, bytes }).toEqual({ error: 0, bytes: 2 ** 26 });
});

describe('drivers', () => {
  test.each(['uint8', 'bfloat16'])('the peak of %s is measured with what multiplies it the fastest', async (dtype) => {
    const peak = await startPeak(1, dtype);
    drivers.push(peak);
    expect(peak.description).toMatch(/^\d+ operations a step, threads 1$/);
  });

  test('when an option is missing then the driver says which', async () => {
    const peak = await startPeak(1);
    drivers.push(peak);
    const { executable } = peak;
    const start = Driver.start({ name: 'peak', executable, args: [], threads: 1 });
    await expect(start).rejects.toThrow('the option ops=<number> is missing');
  });

  test('one that does not end by itself is ended', async () => {
    const driver = await Driver.start({
      ...{ name: 'deaf', executable: '/bin/sh', threads: 1 },
      args: ['-c', 'echo "ready error=0 nothing"; exec sleep 60'],
    });
    await driver.stop();
  });

  test('one whose library writes many warnings is heard out', async () => {
    const warnings = 'yes "a warning of a library" | head -c 1000000 >&2';
    const driver = await Driver.start({
      ...{ name: 'warning', executable: '/bin/sh', threads: 1 },
      args: ['-c', `${warnings}; echo "ready error=0 nothing"; exec sleep 60`],
    });
    await driver.stop();
  });

  test('a driver is stopped while others have their turn', async () => {
    const driver = await startPeak(1);
    drivers.push(driver);
    const stopped = (): boolean => running(driver.executable).every(({ state }) => state === 'T');
    await until(stopped);
    const turn = driver.go(300);
    await until(() => !stopped());
    expect(await turn).toBeGreaterThan(0);
    await until(stopped);
  });

  test('when the parent of a driver is killed then the driver ends, though its input stays open', async () => {
    const driver = await startPeak(1);
    drivers.push(driver);
    const { executable } = driver;
    const before = running(executable).length;
    const parent = spawn('sh', ['-c', `sleep 60 | "${executable}" ops=1000`], { detached: true, stdio: 'ignore' });
    await until(() => running(executable).length === before + 1);
    parent.kill('SIGKILL');
    await until(() => running(executable).length === before);
    process.kill(-parent.pid!);
  });

  test('when a driver ends without an answer then the error says how', async () => {
    const start = Driver.start({ name: 'mute', executable: '/bin/true', args: [], threads: 1 });
    await expect(start).rejects.toThrow('The driver of mute ended without an answer (exit status 0).');
  });
});
