import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { MissingError } from '../../target/errors.js';
import { askCompiler, hostCompiler, type Command } from '../../measure/c-compiler.js';
import { Scratch } from '../../measure/scratch.js';
import { packageRoot } from '../../target/root.js';

/** The GPU of this machine, as NVIDIA's driver reports it. */
export interface HostGpu {
  /** `NVIDIA H100 80GB HBM3`. */
  readonly name: string;
  /** Its place on the PCI bus, `0000:01:00.0`, by which the host distinguishes its GPUs. */
  readonly bus: string;
  /** `sm_90`. */
  readonly arch: string;
  /** The version of CUDA that the driver knows, `13.0`. */
  readonly cuda: string;
  readonly multiprocessors: number;
  readonly kilohertz: number;
  readonly l2Bytes: number;
  readonly memoryBytes: number;
}

/** What native/cuda/describe.c reports. */
const answerSchema = z.union([
  z.object({ missing: z.string() }),
  z.object({
    name: z.string(),
    bus: z.string(),
    /** 12040 for CUDA 12.4. */
    driver: z.number(),
    major: z.number(),
    minor: z.number(),
    multiprocessors: z.number(),
    kilohertz: z.number(),
    l2Bytes: z.number(),
    memoryBytes: z.number(),
  }),
]);

/** A driver that nobody uses may take seconds to start, and one that is broken never comes to an end. */
const timeoutMs = 60_000;

type Answer = HostGpu | { readonly missing: string };

/**
 * What the driver said in each environment that it was asked in, since that decides which driver is found and which
 * GPUs it shows.
 */
const answers = new Map<string, Answer>();

/**
 * The first GPU that the driver shows (CUDA_VISIBLE_DEVICES chooses), or why there is none, as a clause. It is asked
 * once in a process, unless the environment changes. `runner` is the native program, where it was built before; it is
 * also what later calls hear. Throws MissingError without it and a C compiler.
 */
export function askDriver(runner?: string): Answer {
  const environment = JSON.stringify(process.env);
  const known = answers.get(environment);
  if (known !== undefined) return known;
  const answer = runner === undefined ? answerOfBuilt() : answerOfRunner(runner);
  answers.set(environment, answer);
  return answer;
}

function answerOfBuilt(): Answer {
  const scratch = new Scratch();
  try {
    const program = scratch.path('gpu');
    build(program);
    return answerOf([program]);
  } finally {
    scratch.close();
  }
}

function answerOfRunner(runner: string): Answer {
  const { status } = spawnSync(runner, ['ready'], { stdio: 'ignore', timeout: timeoutMs });
  if (status === 0) return answerOf([runner, 'gpu']);
  throw new MissingError(
    `The runner "${runner}" does not run here: make one for this machine with npm run farm:board.`,
  );
}

function answerOf([program, ...args]: Command): Answer {
  const { status, stdout, signal } = spawnSync(program, args, {
    env: process.env,
    encoding: 'utf8',
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  if (status !== 0) return { missing: `NVIDIA's driver did not answer (${signal ?? `exit status ${status}`})` };
  const answer = answerSchema.parse(JSON.parse(stdout));
  if ('missing' in answer) return answer;
  const { driver, major, minor, ...gpu } = answer;
  return {
    ...gpu,
    arch: `sm_${major}${minor}`,
    cuda: `${Math.floor(driver / 1000)}.${Math.floor(driver / 10) % 100}`,
  };
}

/** The same; undefined where there is none. */
export function hostGpu(): HostGpu | undefined {
  const answer = askDriver();
  return 'missing' in answer ? undefined : answer;
}

/** The same for who has to run kernels on it. Throws MissingError where there is none. */
export function requireGpu(runner?: string): HostGpu {
  const answer = askDriver(runner);
  if (!('missing' in answer)) return answer;
  throw new MissingError(
    `CUDA kernels cannot run here, since ${answer.missing}: use a machine with an NVIDIA GPU and its driver (\`tune <operator>\` builds without one under --dry-run).`,
  );
}

/** The driver is found when the program runs, so that it builds everywhere; that takes a tenth of a second. */
function build(program: string): void {
  const sources = ['gpu.c', 'cuda/describe.c', 'cuda/driver.c', 'runner/lines.c'].map((path) =>
    join(packageRoot(), 'native', path),
  );
  const { ok, stderr } = askCompiler(['-std=gnu11', '-w', '-o', program, ...sources, '-ldl', '-lm']);
  if (ok) return;
  throw new MissingError(
    `The program that queries NVIDIA's driver does not compile (${stderr.split('\n')[0]}): install the compiler's packages with: apt-get install ${hostCompiler().packages}`,
  );
}
