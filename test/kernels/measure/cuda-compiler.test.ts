import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compilerFor, cudaCompilers } from '../../../src/backend/cuda/compiler.js';
import { nativeProgram } from '../../../src/measure/native.js';
import { Scratch } from '../../../src/measure/scratch.js';
import { MissingError } from '../../../src/target/errors.js';
import { fakeNvcc } from '../../support/fake-cuda.js';

/** An NVRTC that only says what it is. */
const nvrtcSource = `
int nvrtcVersion(int *major, int *minor) { return *major = 12, *minor = 4, 0; }
int nvrtcGetNumSupportedArchs(int *count) { return *count = 2, 0; }
int nvrtcGetSupportedArchs(int *numbers) { return numbers[0] = 70, numbers[1] = 90, 0; }
int nvrtcCreateProgram, nvrtcCompileProgram, nvrtcGetProgramLogSize, nvrtcGetProgramLog, nvrtcGetCUBINSize, nvrtcGetCUBIN, nvrtcGetErrorString;
`;

describe('a compiler whose cubins the driver loads', () => {
  const before = { ...process.env };
  let folder: string;
  let scratch: Scratch;
  let native: string;
  beforeAll(async () => {
    scratch = new Scratch();
    native = await nativeProgram(scratch);
    folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
    writeFileSync(join(folder, 'nvrtc.c'), nvrtcSource);
    execFileSync('gcc', ['-w', '-shared', '-fPIC', join(folder, 'nvrtc.c'), '-o', join(folder, 'libnvrtc.so.12')]);
    writeFileSync(join(folder, 'nvcc'), `#!/bin/sh\nexec "${fakeNvcc}" "$@"\n`, { mode: 0o755 });
    writeFileSync(join(folder, 'python3'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    process.env['PATH'] = `${folder}:${before['PATH'] ?? ''}`;
    process.env['CUDA_HOME'] = join(folder, 'nowhere');
    delete process.env['CUDACXX'];
  });
  afterAll(() => {
    process.env = before;
    rmSync(folder, { recursive: true });
    scratch.close();
  });
  const namesFor = (libraries: string, driver?: string): readonly string[] => {
    process.env['LD_LIBRARY_PATH'] = libraries;
    return cudaCompilers(native, driver === undefined ? {} : { driver }).map(({ name }) => name);
  };

  test.each([
    [undefined, ['NVRTC 12.4', 'nvcc 13.0']],
    ['13.0', ['NVRTC 12.4', 'nvcc 13.0']],
    ['12.0', ['NVRTC 12.4']],
  ])('of a driver of CUDA %s is one of its major version or an older one', (driver, names) => {
    expect(namesFor(folder, driver)).toEqual(names);
  });

  test('when there is none then one sentence says how to get it', () => {
    expect(() => namesFor('', '12.4')).toThrow(MissingError);
    expect(() => namesFor('', '12.4')).toThrow(
      /^The driver supports CUDA 12\.4 and may not load what nvcc 13\.0 compiles: update the driver, or install .* \(pip install nvidia-cuda-nvrtc-cu12\)/,
    );
    expect(() => namesFor(folder, '11.8')).toThrow(/may not load what NVRTC 12\.4 or nvcc 13\.0 compiles.*nvrtc-cu11/);
  });

  test('when CUDACXX names one that is too new then the sentence is about CUDACXX, since no NVRTC is looked for', () => {
    process.env['CUDACXX'] = join(folder, 'nvcc');
    try {
      expect(() => namesFor(folder, '12.4')).toThrow(
        /nvcc 13\.0 compiles: update the driver, or unset CUDACXX or name an nvcc of CUDA 12 there\.$/,
      );
    } finally {
      delete process.env['CUDACXX'];
    }
  });

  test('an architecture that the first does not know is left to the next', () => {
    process.env['LD_LIBRARY_PATH'] = folder;
    const compilers = cudaCompilers(native);
    expect(compilerFor('sm_70', compilers).name).toBe('NVRTC 12.4');
    expect(compilerFor('sm_80', compilers).name).toBe('nvcc 13.0');
  });

  test('one that none knows is refused with those that are known here and to one of them', () => {
    process.env['LD_LIBRARY_PATH'] = folder;
    const compilers = cudaCompilers(native).map((one) => ({ ...one, architectures: [...one.architectures, 'sm_88'] }));
    expect(() => compilerFor('sm_75', compilers)).toThrow(
      'NVRTC 12.4 or nvcc 13.0 does not compile for sm_75, only for sm_70, sm_80, sm_90: name one of these in --target',
    );
  });
});
