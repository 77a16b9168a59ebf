import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCpu } from '../../../../src/backend/cpu/device.js';
import { emulatorOf } from '../../../../src/backend/cpu/emulator.js';
import { platformOf } from '../../../../src/backend/cpu/qemu.js';
import { reference } from '../../../../src/backend/cpu/reference.js';
import { hostTarget } from '../../../../src/backend/cpu/target.js';
import { compilerOf, hostToolchain, isHost, toolchainNamed } from '../../../../src/backend/cpu/toolchains.js';
import { formatTarget, parseTarget } from '../../../../src/backend/registry.js';
import { compilerVersion } from '../../../../src/measure/c-compiler.js';
import { KernelMeasurer } from '../../../../src/measure/kernels.js';
import { ErrorNo } from '../../../../src/measure/measurement.js';
import type { Entry } from '../../../../src/measure/build-loop.js';
import type { Problem } from '../../../../src/measure/session.js';
import type { Measurement } from '../../../../src/measure/measurement.js';
import { failure } from '../../../../src/measure/verdict.js';
import { MissingError, OtherMachineError, UsageError } from '../../../../src/target/errors.js';
import { templates } from '../../../../src/templates/registry.js';
import type { Template } from '../../../../src/templates/template.js';
import { buildOnly } from '../../../../src/tuner/dry-run.js';
import { entries, good, kernel, loop } from '../../../measure/fixture.js';
import { drawn } from '../../../support/drawn.js';
import { neon, withThreads } from '../../../support/targets.js';
import { describeWhere } from '../../../support/skips.js';

const toolchain = toolchainNamed('aarch64-linux-gnu');
const named = 'llvm -mtriple=aarch64-linux-gnu -mcpu=neoverse-n1';

/** Whether something can be asked that needs programs which are perhaps not here. */
function works(ask: () => unknown): boolean {
  try {
    ask();
    return true;
  } catch (error) {
    if (error instanceof MissingError) return false;
    throw error;
  }
}
const builds = works(() => compilerVersion(compilerOf(toolchain)));
const runs = builds && works(() => platformOf(toolchain));
const describeBuilds = describeWhere(builds, 'apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross');
const describeRuns = describeWhere(runs, 'apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user');
const describeForeign = describeWhere(!isHost(toolchain), 'a CPU that is no AArch64');

describe('a triple', () => {
  test.each(['aarch64-unknown-linux-gnu', 'aarch64-none-linux-gnu', 'arm64-linux-gnu'])('%s means the same', (name) => {
    expect(toolchainNamed(name)).toBe(toolchain);
  });

  test.each(['aarch64-linux-gnu; rm', '-linux-gnu', 'aarch64', 'aarch64-apple-darwin', '/tmp/evil', ''])(
    'when it is "%s", which is not listed, then one sentence names the nearest',
    (name) => {
      expect(() => parseTarget(`llvm -mtriple=${name}`)).toThrow(UsageError);
    },
  );

  test('a sentence names those that there are', () => {
    expect(() => parseTarget('llvm -mtriple=aarch63-linux-gnu')).toThrow(
      'did you mean "llvm -mtriple=aarch64-linux-gnu"',
    );
  });

  test('when it is that of this machine then it changes nothing and goes without saying', () => {
    const host = parseTarget(`llvm -mtriple=${hostToolchain().triple}`);
    expect(host).toEqual(parseTarget('llvm'));
    expect(formatTarget(host)).not.toContain('mtriple');
  });
});

describeForeign('without a cross compiler', () => {
  const before = { ...process.env };
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tune-test-'));
  });
  afterEach(() => {
    process.env = { ...before };
    rmSync(folder, { recursive: true });
  });

  test('the error says how to get it', () => {
    process.env['PATH'] = folder;
    // A CPU that nobody asked about before.
    expect(() => parseTarget('llvm -mtriple=aarch64-linux-gnu -mcpu=cortex-a35')).toThrow(MissingError);
    expect(() => parseTarget('llvm -mtriple=aarch64-linux-gnu -mcpu=cortex-a35')).toThrow(
      'apt-get install gcc-aarch64-linux-gnu libc6-dev-arm64-cross',
    );
  });

  test('and without qemu the error of whoever runs kernels says how to get that', () => {
    process.env['PATH'] = folder;
    expect(() => platformOf(toolchain)).toThrow(MissingError);
    expect(() => platformOf(toolchain)).toThrow('apt-get install qemu-user');
  });
});

/** Whether this architecture is what the run is about (`test/emulated.sh`). */
const isWhole = process.env['TUNE_EMULATE'] !== undefined;

/** On one thread and on two in turn; configs whose kernels are small, since all is emulated. */
function drawnForNeon(template: Template, place: number): ReturnType<typeof drawn> {
  return drawn(template, withThreads(neon, 1 + (place % 2)), place + 2);
}

describeBuilds('AArch64 (gcc-aarch64-linux-gnu builds)', () => {
  test('a target has the vectors of its CPU and is written as it is read', () => {
    const target = parseTarget(named, 3);
    expect(target).toMatchObject({ triple: 'aarch64-linux-gnu', arch: 'neoverse-n1', vector: neon.vector, threads: 3 });
    expect(formatTarget(target)).toBe(`${named} -threads=3`);
    expect(parseTarget(formatTarget(target))).toEqual(target);
    expect(parseTarget('llvm -mtriple=aarch64-linux-gnu').arch).toBe('generic');
  });

  test('when its gcc does not know the CPU then its nearest name is given', () => {
    expect(() => parseTarget('llvm -mtriple=aarch64-linux-gnu -mcpu=neoverse-n3')).toThrow(
      /nearest .* "neoverse-n[12]"/,
    );
    if (!isHost(toolchain))
      expect(() => parseTarget('llvm -mtriple=aarch64-linux-gnu -mcpu=native')).toThrow('name another');
  });

  test('a dry run builds with the compiler of the target, and says which', async () => {
    const [task] = drawnForNeon(
      templates.find(({ name }) => name === 'matmul.blocked')!,
      2,
    );
    const result = await buildOnly([task], 2, { seed: 1, signal: new AbortController().signal });
    expect(result).toMatchObject({ built: 2, failures: [], compiler: compilerVersion(compilerOf(toolchain)) });
  });
});

describeForeign('timing', () => {
  test('is refused with a sentence that names the next step', async () => {
    const measurer = await KernelMeasurer.create(openCpu, { seed: 1 });
    const sentence = /cannot be timed on this machine, which is .*: use --dry-run/;
    expect(() => {
      measurer.check(neon);
    }).toThrow(OtherMachineError);
    expect(() => {
      measurer.check(neon);
    }).toThrow(sentence);
    const timed = measurer.measure({ reference: good, target: neon }, entries(good));
    await expect(timed.next()).rejects.toThrow(sentence);
    await measurer.close();
  });
});

describeRuns('AArch64 (gcc-aarch64-linux-gnu and libc6-dev-arm64-cross build, and qemu-user runs)', () => {
  let measurer: KernelMeasurer;
  beforeAll(async () => {
    measurer = await KernelMeasurer.create(emulatorOf(neon.triple), { seed: 7 });
  });
  afterAll(() => measurer.close());

  /** Error and message of the only trial. */
  const outcomeOf = async (
    problem: Problem,
    entry: Entry,
  ): Promise<{ error: ErrorNo; message: string | undefined }> => {
    const trials: Measurement[] = [];
    for await (const trial of measurer.measure(problem, [entry])) trials.push(trial);
    const [{ error, message } = failure(ErrorNo.unknown, 'no trial')] = trials;
    return { error, message };
  };

  const numbered = templates
    .filter(({ target }) => target === 'simd')
    .map((template, place) => [template.name, template, place] as const)
    // Derived ones, of one program, by thirds.
    .filter(([, { isDerived }, place]) => isWhole || !isDerived || place % 3 === 0);
  // A runner is started anew for another count of threads.
  test.each([0, 1].flatMap((turn) => numbered.filter(([, , place]) => place % 2 === turn)))(
    'a kernel of %s is right',
    async (_, template, place) => {
      const [{ workload, target }, { kernel, tolerance }] = drawnForNeon(template, place);
      const entry = { make: () => kernel, tolerance };
      const outcome = await outcomeOf({ reference: reference(workload), target }, entry);
      expect(outcome).toEqual({ error: ErrorNo.none, message: undefined });
    },
  );

  test.each([
    [
      'is wrong',
      kernel(`${loop} C[61] += 0.5f;`),
      ErrorNo.wrongAnswer,
      expect.stringMatching(/^C\[1, 2\] is .* but should be/),
    ],
    [
      'crashes',
      kernel('*(volatile int *)8 = 1;'),
      ErrorNo.runtimeDevice,
      expect.stringMatching(/SIGSEGV while running.*null pointer/),
    ],
    ['is right', kernel(`${loop} asm("fmla v0.4s, v1.4s, v2.4s" ::: "v0");`), ErrorNo.none, undefined],
  ])('a kernel that %s is a trial with its class', async (_, of, error, message) => {
    const outcome = await outcomeOf({ reference: good, target: neon }, { make: () => of, tolerance: 1e-5 });
    expect(outcome).toEqual({ error, message });
  });

  test('when a kernel never ends then it is killed after the timeout', async () => {
    const hurried = await KernelMeasurer.create(emulatorOf(neon.triple), { seed: 7, timeouts: { run: 0.3 } });
    const endless = entries(kernel('for (volatile int i = 0;; i++) continue;'));
    const { value } = await hurried.measure({ reference: good, target: neon }, endless).next();
    expect(value).toMatchObject({ error: ErrorNo.runTimeout, message: 'no result within 0.3 s (while running)' });
    await hurried.close();
  });

  test('it is given targets of its own architecture only', () => {
    expect(() => {
      measurer.check(hostTarget());
    }).toThrow('qemu-aarch64');
  });
});
