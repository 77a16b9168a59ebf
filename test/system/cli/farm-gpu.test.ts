import { afterAll, beforeAll, expect } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nativeProgram } from '../../../src/measure/native.js';
import { Scratch } from '../../../src/measure/scratch.js';
import { tune } from '../../cli/bin.js';
import { fakeNvcc, installFakeCuda, type FakeCuda } from '../../support/fake-cuda.js';
import { ownCache } from '../../support/own-cache.js';
import { CliFarm } from '../../support/farm/cli-farm.js';
import { hasRedis, redisNeeds } from '../../support/farm/redis.js';
import { secret } from '../../support/farm/simulated.js';
import { testWhere } from '../../support/skips.js';

const testOnRedis = testWhere(hasRedis, redisNeeds);
/** What neither a builder nor a tuner has: a driver. */
const noGpu = { TUNE_FARM_SECRET: secret, FAKE_CUDA_DEVICES: '0', LD_LIBRARY_PATH: '' };
const small = ['matmul', '-m', '24', '-n', '32', '-k', '8', '--seed', '1', '--trials', '6'];

let farm: CliFarm;
let cuda: FakeCuda;

beforeAll(async () => {
  if (!hasRedis) return;
  farm = await CliFarm.start();
  const scratch = new Scratch();
  const runner = await nativeProgram(scratch);
  cuda = installFakeCuda();
  const compiling = { CUDACXX: fakeNvcc, FAKE_NVCC_SERIALIZED: '1', ...(await ownCache(join(farm.folder, 'cache'))) };
  await farm.serve(['--build', '--name', 'builder'], { ...noGpu, ...compiling });
  // The device's machine has a driver and no compiler.
  const bare = { TUNE_FARM_SECRET: secret, PATH: '/nowhere' };
  for (const name of ['gpu-1', 'gpu-2'])
    await farm.serve(['--device', name, '--target', 'cuda', '--runner', runner], bare);
});
afterAll(async () => {
  if (!hasRedis) return;
  await farm.stop();
  cuda.remove();
});

testOnRedis('kernels of a GPU are built where nvcc is, and run where the driver is', () => {
  const where = ['--target', 'cuda', '--farm', farm.url, '--device', 'gpu,sm_90'];
  const { code, stdout, stderr } = tune(farm.folder, [...small, '--log', 'gpu.jsonl', ...where], noGpu);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/^Farm: gpu-\d \d+ trial.*nothing was lost/m),
  });
  expect(stdout).toMatch(/^trials {4}6 run, 0 failed/m);
  const [first] = readFileSync(join(farm.folder, 'gpu.jsonl'), 'utf8').split('\n');
  expect(JSON.parse(first!)).toMatchObject({
    input: ['cuda -arch=sm_90', expect.anything(), expect.anything(), expect.anything()],
    tune: {
      fingerprint: 'fake-gpu.sm_90.1024m',
      gpu: { launch: 'graph' },
      // What the builder's compiler reported came with the code.
      warnings: [expect.stringContaining('are serialized')],
    },
  });
  expect(cuda.count('graph of 1')).toBeGreaterThan(0);
});

testOnRedis('kernels for another architecture are refused with what the devices are', () => {
  const where = ['--target', 'cuda -arch=sm_80', '--farm', farm.url];
  expect(tune(farm.folder, [...small, ...where], noGpu)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('that are meant run cuda-sm_90, not cuda-sm_80'),
  });
});

testOnRedis('what its target cannot have is refused as on one machine', () => {
  const where = ['--farm', farm.url];
  expect(tune(farm.folder, [...small, '--target', 'cuda', '--threads', '2', ...where], noGpu)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--threads applies to CPU targets only'),
  });
  expect(tune(farm.folder, [...small, '--target', 'cuda -foo=1', ...where], noGpu)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Target "cuda" has no option "-foo=1"'),
  });
});

testOnRedis('of devices of both kinds those are used that the target is for, however few they are', async () => {
  await farm.serve(['--device', 'cpu-1'], { TUNE_FARM_SECRET: secret });
  const { code, stderr } = tune(farm.folder, [...small, '--log', 'cpu.jsonl', '--farm', farm.url], noGpu);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^Farm: 1 device \(cpu-1\)/m) });
});

testOnRedis('a device whose driver is older than the compilers of all builders is not used, and named', async () => {
  const older = { TUNE_FARM_SECRET: secret, FAKE_CUDA_DRIVER: '12040' };
  await farm.serve(['--device', 'old', '--target', 'cuda', '--tag', 'driver=old'], older);
  const where = ['--target', 'cuda', '--farm', farm.url];
  expect(tune(farm.folder, [...small, '--log', 'old.jsonl', ...where], noGpu)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('old is not used, since its driver is older than nvcc 13.0.'),
  });
  expect(tune(farm.folder, [...small, ...where, '--device', 'driver=old'], noGpu)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining(
      'compiles kernels for cuda-sm_90 that the drivers of its devices load (there is nvcc 13.0)',
    ),
  });
});

testOnRedis('a worker for a GPU that is not here ends with what is, and without its runner', () => {
  const served = ['worker', '--queue', farm.url, '--device', 'x', '--target'];
  expect(tune(farm.folder, [...served, 'cuda -arch=sm_80'], { TUNE_FARM_SECRET: secret })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The GPU here, Fake GPU, is sm_90, not sm_80: serve it with --target cuda.'),
  });
  expect(tune(farm.folder, [...served, 'cuda', '--runner', '/bin/false'], { TUNE_FARM_SECRET: secret })).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('The runner "/bin/false" does not run here'),
  });
});
