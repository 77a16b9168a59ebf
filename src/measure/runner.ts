import { z } from 'zod';
import type { DType } from '../ir/tensor.js';
import { boundThreads } from '../target/threads.js';
import { gpuStateSchema } from './gpu-state.js';
import { Helper, HelperHung, HelperLost } from './helper.js';
import type { Command } from './c-compiler.js';
import { machine } from '../target/machine.js';

/**
 * Seconds that the runner itself may take beyond the timeout of what it runs; starting a child that holds a GPU is
 * counted in.
 */
const graceSeconds = 30;
/** A child may take this many times its timeout, where others take the cores (native/runner/child.c). */
const mostTimes = 4;

/** Where a kernel touched what it must not; buffers are numbered as in native/runner/tune.h. */
const placeFields = {
  address: z.number().optional(),
  buffer: z.number().optional(),
  offset: z.number().optional(),
};
const stage = z.enum(['loading', 'packing', 'running', 'checking', 'timing', 'rechecking']);

/** How the runners answer (native/runner/runner.c, native/cuda/runner.c). Numbers that are not finite come as null. */
export const runnerAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('done'),
    run: z.number(),
    check: z.number().default(0),
    pack: z.number().default(0),
    error: z.number().default(0),
    costs: z.array(z.number()).default([]),
    repeats: z.number().default(0),
    /** Absent where nobody watched. */
    disturbed: z.number().optional(),
    waited: z.number().default(0),
    moved: z.number().default(0),
    slowed: z.number().default(0),
    doubtful: z.number().default(0),
    slow: z.number().default(0),
    cold: z.number().positive().optional(),
    gpu: gpuStateSchema.optional(),
  }),
  z.object({
    outcome: z.literal('wrong'),
    stage,
    check: z.number(),
    error: z.number().nullable(),
    buffer: z.number().optional(),
    worst: z.number(),
    unwritten: z.number(),
    got: z.number().nullable(),
    want: z.number().nullable(),
  }),
  z.object({
    outcome: z.literal('implausible'),
    /** Seconds a call. */
    timed: z.number(),
    /** The same on inputs that were never seen. */
    fresh: z.number().optional(),
    /** The same by the clock of a process without the kernel. */
    witnessed: z.number().optional(),
    /** Cores that it kept busy. */
    cores: z.number().optional(),
  }),
  z.object({ outcome: z.literal('unloadable'), message: z.string() }),
  z.object({
    outcome: z.literal('signal'),
    stage,
    value: z.number(),
    /** The system call that the sandbox refused. */
    call: z.string().optional(),
    ...placeFields,
  }),
  z.object({ outcome: z.literal('exit'), stage, value: z.number() }),
  z.object({ outcome: z.literal('fault'), stage, message: z.string() }),
  z.object({ outcome: z.literal('timeout'), stage }),
  z.object({ outcome: z.literal('unavailable'), message: z.string() }),
  z.object({ outcome: z.literal('failed'), message: z.string() }),
]);
export type RunnerAnswer = z.infer<typeof runnerAnswerSchema>;

/** Inputs to draw and the reference to run on them. */
export interface OpenRequest {
  readonly seed: number;
  readonly timeoutSeconds: number;
  /** Path of the reference's shared object. */
  readonly reference: string;
  readonly workspaceBytes: number;
  /** What is read before every repeat, so that the operands come from memory; 0 leaves the caches alone. */
  readonly cacheFlushBytes: number;
  /** What errors are relative to at least. */
  readonly magnitude: number;
  /** Whether it is the task that is open, whose inputs stay beside the new ones; without that there are two draws. */
  readonly again: boolean;
  /** Every argument, the output last; `parts` are the elements of each array of an output that is several. */
  readonly args: readonly {
    readonly dtype: DType;
    readonly elements: number;
    readonly parts: readonly number[];
    /** Between which numbers an input is drawn, where that is not as usual. */
    readonly range?: readonly [low: number, high: number];
  }[];
}

/** A core's own cache is swept by reading so many times its size. */
const SWEEPS = 2;

/** One candidate to load, check and time. */
export interface TrialRequest {
  readonly object: string;
  readonly timeoutSeconds: number;
  readonly tolerance: number;
  /** Seconds of the best so far, 0 for none: a kernel that is clearly slower stops early. */
  readonly best: number;
  /** Seconds for repeats. */
  readonly budget: number;
  readonly minRepeats: number;
  readonly maxRepeats: number;
  /** Seconds that the reference may take to judge some of the timed calls of a kernel that may be the best. */
  readonly judgeSeconds: number;
  /** Whether some calls are timed apart, as a network makes them. */
  readonly isCold: boolean;
  /** How the kernel is called: what follows in the command `trial` of this kind of runner. */
  readonly call: readonly (string | number)[];
}

/** The process that loads, checks and times kernels, one at a time. Its methods throw HelperLost when it dies. */
export class Runner {
  private readonly helper: Helper;
  /** Why it was killed. */
  private hung: string | undefined;
  private settle: { resolve: (line: string) => void; reject: (error: Error) => void } | undefined;

  /** Starts the program with its arguments, for kernels of so many threads. */
  constructor(
    [program, ...args]: Command,
    readonly threads: number,
  ) {
    this.helper = new Helper(
      program,
      args,
      runnerEnvironment(process.env, threads),
      (line) => {
        this.settle?.resolve(line);
      },
      (how) => {
        const lost = new HelperLost(`the runner was lost (${how})`);
        this.settle?.reject(this.hung === undefined ? lost : new HelperHung(this.hung));
      },
    );
  }

  get alive(): boolean {
    return this.helper.alive;
  }

  /** Draws inputs, twice where that is quick, and runs the reference on them. */
  open(request: OpenRequest): Promise<RunnerAnswer> {
    const { seed, timeoutSeconds, reference, workspaceBytes, cacheFlushBytes, magnitude, again, args } = request;
    const inputs = [
      magnitude,
      again ? 'again' : 'new',
      ...args.map(({ dtype, elements, parts, range = [] }) => [dtype, elements, ...parts, ...range].join(' ')),
    ];
    return this.ask(
      ['open', seed, milliseconds(timeoutSeconds), reference, workspaceBytes, cacheFlushBytes, ...inputs],
      2 * timeoutSeconds,
    );
  }

  trial(request: TrialRequest): Promise<RunnerAnswer> {
    const { object, timeoutSeconds, tolerance, best, judgeSeconds, isCold, call } = request;
    const repeats = [request.budget, request.minRepeats, request.maxRepeats];
    const sweep = isCold ? SWEEPS * machine().caches.l2 : 0;
    const limits = [milliseconds(timeoutSeconds), tolerance, best, ...repeats, judgeSeconds, sweep];
    return this.ask(['trial', object, ...limits, ...call], timeoutSeconds);
  }

  kill(): void {
    this.helper.kill();
  }

  close(): Promise<void> {
    return this.helper.close();
  }

  private async ask(fields: readonly (string | number)[], timeoutSeconds: number): Promise<RunnerAnswer> {
    const patience = mostTimes * timeoutSeconds + graceSeconds;
    const timer = setTimeout(() => {
      this.hung = `the runner did not answer within ${patience} s`;
      this.helper.kill();
    }, patience * 1000);
    this.helper.expect(1);
    try {
      const line = await new Promise<string>((resolve, reject) => {
        this.settle = { resolve, reject };
        this.helper.send(fields);
      });
      return runnerAnswerSchema.parse(JSON.parse(line));
    } finally {
      this.settle = undefined;
      this.helper.expect(-1);
      clearTimeout(timer);
    }
  }
}

function milliseconds(seconds: number): number {
  return Math.ceil(seconds * 1000);
}

/**
 * The caller's environment with our OpenMP settings in place of theirs. Waiting threads spin, since waking them would
 * be timed.
 *
 * @internal Tests start the runner by itself.
 */
export function runnerEnvironment(env: NodeJS.ProcessEnv, threads: number): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !/^(OMP|GOMP)_/.test(name));
  const ours = { OMP_NUM_THREADS: String(threads), OMP_WAIT_POLICY: 'active', OMP_DYNAMIC: 'false' };
  return { ...Object.fromEntries(kept), ...ours, ...boundThreads(threads) };
}
