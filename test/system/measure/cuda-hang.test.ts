import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGpu } from '../../../src/backend/cuda/device.js';
import { KernelMeasurer } from '../../../src/measure/kernels.js';
import { ErrorNo, type Measurement } from '../../../src/measure/measurement.js';
import { WorkError } from '../../../src/target/errors.js';
import { fakeNvcc, installFakeCuda, type FakeCuda } from '../../support/fake-cuda.js';
import { sm90 } from '../../support/targets.js';
import { element, kernel } from '../../measure/cuda-kernel.js';
import { entries, kernel as cpuKernel, loop } from '../../measure/fixture.js';

let folder = '';
let cuda: FakeCuda;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tune-hang-'));
  execFileSync('gcc', ['-w', join(import.meta.dirname, '../../support/hold.c'), '-o', join(folder, 'hold')]);
  cuda = installFakeCuda();
});
afterAll(() => {
  cuda.remove();
  rmSync(folder, { recursive: true });
});

/** What keeps the process from going that a kernel tells of in a file. */
function holding(file: string): { readonly holder: ChildProcess; readonly held: Promise<unknown> } {
  const holder = spawn(join(folder, 'hold'), [file], { stdio: ['pipe', 'pipe', 'inherit'] });
  return { holder, held: once(holder.stdout, 'data') };
}

/** A kernel that never ends, after it has told which process waits for it. */
const hanging = (file: string): ReturnType<typeof kernel> =>
  kernel(
    `if (i == 0) { prctl(0x59616d61, -1l); dprintf(creat("${file}", 0600), "%d.", getpid()); }
     for (volatile int j = 0;; j++) continue;`,
    'extern "C" int prctl(int, ...), dprintf(int, const char *, ...), creat(const char *, unsigned), getpid();',
  );

test('a process that outlives its killing ends the run in a sentence, unless it goes after all', async () => {
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  const measurer = await KernelMeasurer.create(openGpu, { seed: 7, compiler: fakeNvcc, timeouts: { run: 1, kill: 2 } });
  const problem = { reference: cpuKernel(`/* reference */ ${loop}`), target: sm90 };
  const trials: Measurement[] = [];
  const hang = { error: ErrorNo.runTimeout, message: 'no result within 1 s (while running)' };
  try {
    const released = holding(first);
    for await (const trial of measurer.measure(problem, entries(hanging(first), kernel(element)))) {
      trials.push(trial);
      await released.held;
      released.holder.stdin!.end();
    }
    expect(trials).toMatchObject([hang, { error: ErrorNo.none }]);

    const kept = holding(second);
    const run = async (): Promise<void> => {
      for await (const trial of measurer.measure(problem, entries(hanging(second), kernel(`/* 2 */ ${element}`)))) {
        trials.push(trial);
        await kept.held;
      }
    };
    const ended = run();
    await expect(ended).rejects.toThrow(WorkError);
    await expect(ended).rejects.toThrow(
      /^The GPU cannot be used any more: a process whose kernel hangs was killed and does not end\. Wait until/,
    );
    expect(trials.slice(2)).toMatchObject([hang]);
    kept.holder.stdin!.end();
  } finally {
    await measurer.close();
  }
}, 60_000);
