import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprintFor, gpuFingerprint } from '../../src/target/fingerprint.js';
import { hostGpu } from '../../src/target/host-gpu.js';
import { parseTarget } from '../../src/target/parse.js';

/** What nvidia-smi says decides on the target `cuda` and on whose times compare. */
const path = process.env['PATH'];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
  process.env['PATH'] = `${folder}:${path}`;
});
afterEach(() => {
  process.env['PATH'] = path;
  rmSync(folder, { recursive: true });
});

test('the GPU of this machine is what nvidia-smi says', () => {
  const script = `#!/bin/sh\ncase "$1" in --id=1) echo 'NVIDIA A10, 8.6, 23028' ;; *) echo 'NVIDIA H100 80GB HBM3, 9.0, 81559' ;; esac\n`;
  writeFileSync(join(folder, 'nvidia-smi'), script);
  chmodSync(join(folder, 'nvidia-smi'), 0o755);
  expect(hostGpu()).toEqual({ name: 'NVIDIA H100 80GB HBM3', arch: 'sm_90', memoryMib: 81559 });
  expect(hostGpu({ ...process.env, CUDA_VISIBLE_DEVICES: '1,0' })?.arch).toBe('sm_86');
  expect(parseTarget('cuda').cpu).toBe('sm_90');
  expect(gpuFingerprint(hostGpu())).toBe('nvidia-h100-80gb-hbm3.sm_90.81559m');
  expect(fingerprintFor('cuda')).toBe(gpuFingerprint(hostGpu()));
});

test('when there is none then the target must be named', () => {
  writeFileSync(join(folder, 'nvidia-smi'), '#!/bin/sh\nexit 9\n');
  chmodSync(join(folder, 'nvidia-smi'), 0o755);
  expect(() => parseTarget('cuda')).toThrow(/No GPU was found.*--dry-run/);
});
