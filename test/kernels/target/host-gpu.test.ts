import { afterEach, describe, expect, test } from '@jest/globals';
import { MissingError } from '../../../src/target/errors.js';
import { askDriver, hostGpu, requireGpu } from '../../../src/backend/cuda/host-gpu.js';
import { hasDriver, installFakeCuda, type FakeCuda } from '../../support/fake-cuda.js';
import { gpuFingerprint } from '../../../src/backend/cuda/fingerprint.js';
import { backendNamed, parseTarget } from '../../../src/backend/registry.js';

/** What the driver says decides on the target `cuda` and on whose times compare. */
let cuda: FakeCuda | undefined;
afterEach(() => {
  cuda?.remove();
  cuda = undefined;
});

test('the GPU of this machine is what the driver says, nvidia-smi or none', () => {
  cuda = installFakeCuda({ FAKE_CUDA_ARCH: '86', FAKE_CUDA_MEMORY: String(24 * 2 ** 30), FAKE_CUDA_DRIVER: '12040' });
  expect(hostGpu()).toEqual({
    name: 'Fake GPU',
    bus: '0000:3B:00.0',
    arch: 'sm_86',
    cuda: '12.4',
    multiprocessors: 1,
    kilohertz: 1_000_000,
    l2Bytes: 32 << 20,
    memoryBytes: 24 * 2 ** 30,
  });
  expect(requireGpu()).toEqual(hostGpu());
  expect(parseTarget('cuda').arch).toBe('sm_86');
  expect(parseTarget('cuda -arch=native').arch).toBe('sm_86');
  expect(gpuFingerprint(hostGpu())).toBe('fake-gpu.sm_86.24576m');
  expect(backendNamed('cuda').fingerprint()).toBe('fake-gpu.sm_86.24576m');
});

test('the driver is asked once, and again where the environment is another', () => {
  cuda = installFakeCuda({ FAKE_CUDA_ARCH: '86' });
  const answer = askDriver();
  expect(askDriver()).toBe(answer);
  process.env['FAKE_CUDA_ARCH'] = '90';
  expect(askDriver()).toEqual({ ...answer, arch: 'sm_90' });
});

const notInstalled: readonly [Readonly<Record<string, string>>, string] = [
  { LD_LIBRARY_PATH: '/nowhere' },
  "NVIDIA's driver is not installed (there is no libcuda.so.1)",
];

describe('when there is none', () => {
  test.each([
    [{ FAKE_CUDA_DEVICES: '0' }, 'the driver finds no GPU'],
    ...(hasDriver() ? [] : [notInstalled]),
    [{ FAKE_CUDA_CRASH: '1' }, "NVIDIA's driver did not answer (SIGABRT)"],
  ])('%j: the reason is told, and the target must be named', (settings, missing) => {
    cuda = installFakeCuda();
    Object.assign(process.env, settings);
    expect(askDriver()).toEqual({ missing });
    expect(hostGpu()).toBeUndefined();
    expect(() => requireGpu()).toThrow(MissingError);
    expect(() => requireGpu()).toThrow(`since ${missing}: use a machine with an NVIDIA GPU`);
    expect(() => parseTarget('cuda')).toThrow(MissingError);
    expect(() => parseTarget('cuda')).toThrow(
      /since .*: name its architecture, as in --target "cuda -arch=sm_90".*--dry-run/,
    );
  });
});
