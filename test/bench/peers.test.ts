import { spawn } from 'node:child_process';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Driver } from '../../src/bench/driver.js';
import { convPeers, gemmPeers, peersOf, type Peer } from '../../src/bench/peers.js';
import { startPeers } from '../../src/bench/start-peers.js';
import { bandwidthBytes, startBandwidth, startPeak } from '../../src/bench/roofline.js';
import { conv2d, conv2dShape } from '../../src/operator/conv2d.js';
import { matmul } from '../../src/operator/matmul.js';
import { running, until } from '../support/processes.js';

const drivers: Driver[] = [];

afterAll(async () => {
  await Promise.all(drivers.map((driver) => driver.stop()));
});

const missingFile = 'no-such/libnone.so.7';

describe('peers', () => {
  const strided = conv2d.workload(undefined, {
    ...{ batch: '2', inChannels: '6', height: '9', width: '7', outChannels: '10', kernel: '3x2' },
    ...{ stride: '2x1', pad: '1,0,0,2', dilation: '1x2', groups: '2', layout: 'any' },
  });
  const padded = conv2d.workload(undefined, {
    ...{ inChannels: '32', height: '28', width: '28', outChannels: '32', kernel: '3', pad: '1' },
  });

  test.each<[string, readonly Peer[]]>([
    ['gemm libraries on a shape of primes', gemmPeers({ m: 13, n: 29, k: 31, constant: ['B'] })],
    ['convolutions with groups, stride, dilation and uneven padding', convPeers(conv2dShape(strided))],
    ['convolutions of three by three', convPeers(conv2dShape(padded))],
  ])('%s check themselves and give times, or say why not', async (_, peers) => {
    const { running, leftOut } = await startPeers(peers, 1);
    drivers.push(...running.map(({ driver }) => driver));
    for (const { driver } of running) {
      expect(driver.error).toBeLessThan(1e-5);
      expect(driver.description).toContain('threads 1');
      expect(await driver.go(3)).toBeGreaterThan(0);
    }
    for (const { peer, why, missing } of leftOut) {
      if (missing) expect(why).toMatch(/apt-get install lib\w+-dev/);
      else expect([peer.name, why]).toEqual(['oneDNN Winograd', 'oneDNN has no Winograd convolution for this shape']);
    }
    expect(running.length + leftOut.length).toBe(peers.length);
  });

  test('when a library is missing then its peer is left out with the package to install', async () => {
    const peer = gemmPeers({ m: 8, n: 8, k: 8, constant: [] }).at(0)!;
    const { running, leftOut } = await startPeers([{ ...peer, files: [missingFile] }], 1);
    expect(running).toEqual([]);
    expect(leftOut).toMatchObject([
      { peer: { name: 'OpenBLAS' }, missing: true, why: expect.stringContaining('apt-get install libopenblas-dev') },
    ]);
  });

  test('a packed B competes only where B is constant, and plain libraries always do', () => {
    const names = (options: Record<string, string>): string[] =>
      peersOf(matmul.workload('gemm.64', options))
        .filter(({ competes }) => competes)
        .map(({ name }) => name);
    const plain = ['OpenBLAS', 'BLIS', 'oneDNN sgemm', 'oneDNN matmul'];
    expect(names({})).toEqual(plain);
    expect(names({ constant: 'B' })).toEqual([...plain, 'oneDNN packed']);
  });

  test('a convolution competes with those that have its freedom of layout', () => {
    const names = (layout: string): string[] =>
      peersOf(conv2d.workload('resnet18.C2', { layout }))
        .filter(({ competes }) => competes)
        .map(({ name }) => name);
    expect(names('any')).toEqual(['oneDNN direct', 'oneDNN Winograd']);
    expect(names('NCHW')).toEqual(['oneDNN NCHW']);
  });
});

describe('yardsticks', () => {
  test('memory is read at a rate that a machine can have, from a buffer that no cache holds', async () => {
    const bandwidth = await startBandwidth(1);
    drivers.push(bandwidth);
    expect(bandwidth.error).toBe(0);
    const bytesPerSecond = bandwidthBytes() / (await bandwidth.go(1));
    expect(bytesPerSecond).toBeGreaterThan(1e8);
    expect(bytesPerSecond).toBeLessThan(1e12);
  });
});

describe('drivers', () => {
  test('when an option is missing then the driver says which', async () => {
    const peak = await startPeak(1);
    drivers.push(peak);
    const { executable } = peak;
    const start = Driver.start({ name: 'peak', executable, args: [], threads: 1 });
    await expect(start).rejects.toThrow('the option flops=<number> is missing');
  });

  test('a driver is stopped while others have their turn', async () => {
    const driver = await startPeak(1);
    drivers.push(driver);
    const stopped = (): boolean => running(driver.executable).every(({ state }) => state === 'T');
    await until(stopped);
    const turn = driver.go(100);
    await until(() => !stopped());
    expect(await turn).toBeGreaterThan(0);
    await until(stopped);
  });

  test('when the parent of a driver is killed then the driver ends, though its input stays open', async () => {
    const driver = await startPeak(1);
    drivers.push(driver);
    const { executable } = driver;
    const before = running(executable).length;
    const parent = spawn('sh', ['-c', `sleep 60 | "${executable}" flops=1000`], { detached: true, stdio: 'ignore' });
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
