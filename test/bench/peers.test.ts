import { afterAll, describe, expect, test } from '@jest/globals';
import { Driver } from '../../bench/driver.js';
import { startPeak } from '../../bench/peak.js';
import { convPeers, gemmPeers, startPeers, type Peer } from '../../bench/peers.js';

const drivers: Driver[] = [];

afterAll(async () => {
  await Promise.all(drivers.map((driver) => driver.stop()));
});

describe('peers', () => {
  const strided = {
    batch: 2,
    inChannels: 6,
    image: [9, 7],
    outChannels: 10,
    kernel: [3, 2],
    stride: [2, 1],
    pad: [1, 0, 0, 2],
    dilation: [1, 2],
    groups: 2,
  } as const;

  test.each<[string, readonly Peer[]]>([
    ['gemm libraries on a shape of primes', gemmPeers(13, 29, 31)],
    ['convolutions with groups, stride, dilation and uneven padding', convPeers(strided)],
  ])('%s check themselves and give times, or say what to install', async (_, peers) => {
    const started = await startPeers(peers, 1);
    drivers.push(...started.drivers);
    for (const driver of started.drivers) {
      expect(driver.error).toBeLessThan(1e-5);
      expect(driver.description).toContain('threads 1');
      expect(await driver.go(3)).toBeGreaterThan(0);
    }
    for (const { why } of started.leftOut) expect(why).toMatch(/apt-get install lib\w+-dev/);
    expect(started.drivers.length + started.leftOut.length).toBe(peers.length);
  });

  test('when a library is missing then its peer is left out with the package to install', async () => {
    const [peer] = gemmPeers(8, 8, 8);
    const { drivers: none, leftOut } = await startPeers([{ ...peer, libraries: ['no-such/libnone.so.7'] }], 1);
    expect(none).toEqual([]);
    expect(leftOut).toEqual([{ name: 'OpenBLAS', why: expect.stringContaining('apt-get install libopenblas-dev') }]);
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

  test('when a driver ends without an answer then the error says how', async () => {
    const start = Driver.start({ name: 'mute', executable: '/bin/true', args: [], threads: 1 });
    await expect(start).rejects.toThrow('The driver of mute ended without an answer (exit status 0).');
  });
});
