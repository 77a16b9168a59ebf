import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openCpu } from '../../../../src/backend/cpu/device.js';
import { kernelFlags } from '../../../../src/backend/cpu/flags.js';
import { reference } from '../../../../src/backend/cpu/reference.js';
import { hostTarget } from '../../../../src/backend/cpu/target.js';
import { toolchainNamed } from '../../../../src/backend/cpu/toolchains.js';
import { identify } from '../../../../src/measure/c-compiler.js';
import { KernelMeasurer } from '../../../../src/measure/kernels.js';
import { ErrorNo } from '../../../../src/measure/measurement.js';
import { nativeProgram } from '../../../../src/measure/native.js';
import { Scratch } from '../../../../src/measure/scratch.js';
import { MissingError } from '../../../../src/target/errors.js';
import { templates } from '../../../../src/templates/registry.js';
import { drawn } from '../../../support/drawn.js';
import { describeWhere } from '../../../support/skips.js';

describe("options that only one family of compilers understands go to that family's", () => {
  const flagsOf = (family: 'gcc' | 'clang', triple: string): readonly string[] =>
    kernelFlags(toolchainNamed(triple), family, { cpu: 'x', openmp: true, purpose: 'kernel' });

  test('gcc has passes that are off; clang on x86 keeps vectors of 512 bits whole', () => {
    const [gcc, clang] = [flagsOf('gcc', 'x86_64-linux-gnu'), flagsOf('clang', 'x86_64-linux-gnu')];
    expect(gcc.filter((flag) => !clang.includes(flag))).toEqual([
      '-fno-predictive-commoning',
      '-fno-tree-bit-ccp',
      '-fno-thread-jumps',
    ]);
    expect(clang.filter((flag) => !gcc.includes(flag))).toEqual(['-mprefer-vector-width=512']);
    expect(flagsOf('clang', 'aarch64-linux-gnu')).not.toContain('-mprefer-vector-width=512');
  });
});

/** The first that is here with its OpenMP; `npm run test:clang` is the long proof. */
const clang = ['clang-16', 'clang-19', 'clang'].find((name) => {
  try {
    return identify({ command: [name], packages: '' }).family === 'clang';
  } catch (error) {
    if (error instanceof MissingError) return false;
    throw error;
  }
});

describeWhere(clang !== undefined, 'apt-get install clang-16 libomp-16-dev')(
  'kernels and the runner built by clang',
  () => {
    const before = process.env['CC'];
    let measurer: KernelMeasurer;
    beforeAll(async () => {
      process.env['CC'] = clang;
      measurer = await KernelMeasurer.create(openCpu, { seed: 7 });
    });
    afterAll(async () => {
      await measurer.close();
      if (before === undefined) delete process.env['CC'];
      else process.env['CC'] = before;
    });

    test('the log names it', () => {
      expect(measurer.compilerOf(hostTarget(1)).name).toContain('clang version');
    });

    test('the runner is another program than that of gcc', async () => {
      const scratch = new Scratch();
      const ofClang = await nativeProgram(scratch);
      process.env['CC'] = 'gcc';
      const ofGcc = await nativeProgram(scratch);
      process.env['CC'] = clang;
      expect(ofClang).not.toBe(ofGcc);
      scratch.close();
    });

    test.each(['matmul.blocked', 'conv2d.winograd', 'conv2d.direct'])(
      'a kernel of %s is right on two threads',
      async (name) => {
        const template = templates.find((one) => one.name === name)!;
        const [{ workload, target }, { kernel, tolerance }] = drawn(template, hostTarget(2), 3);
        const entry = { make: () => kernel, tolerance };
        const { value } = await measurer.measure({ reference: reference(workload), target }, [entry]).next();
        expect(value).toMatchObject({ error: ErrorNo.none });
      },
    );
  },
);
