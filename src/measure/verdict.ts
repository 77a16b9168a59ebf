import type { DeviceKernel, KernelArg, OutputPart } from '../ir/device-kernel.js';
import { elementBytes } from '../ir/tensor.js';
import { formatTime } from '../target/format.js';
import { mapCauses } from './causes.js';
import { signalName } from './compilers.js';
import { ErrorNo, type Measurement } from './measurement.js';
import type { RunnerAnswer } from './runner.js';

/** What a verdict must know beside the answer. */
export interface MeasurementFacts {
  readonly kernel: DeviceKernel;
  readonly tolerance: number;
  readonly timeoutSeconds: number;
  readonly sourceHash: string;
  /** Seconds of compiling. */
  readonly compile: number;
  /** Seconds from the question to the runner's answer. */
  readonly wall: number;
}

/** Number of the packed form of argument 0 and of the workspace (native/runner/tune.h). */
const packedFrom = 64;
const workspaceNumber = 2 * packedFrom;

/** Turns an answer of the runner into a trial with AutoTVM's class of error and one clear line. */
export function verdict(answer: RunnerAnswer, facts: MeasurementFacts): Measurement {
  const { sourceHash, compile, wall } = facts;
  if (answer.outcome === 'done') {
    return {
      costs: answer.costs,
      error: ErrorNo.none,
      ...disturbanceIn(answer),
      cold: answer.cold,
      spent: { compile, check: answer.check, run: answer.run },
      packSeconds: isPacked(facts.kernel) ? answer.pack : undefined,
      gpu: answer.gpu,
      maxRelError: answer.error,
      sourceHash,
      timestamp: Date.now() / 1000,
    };
  }
  const [error, message] = explain(answer, facts);
  const check = answer.outcome === 'wrong' ? answer.check : 0;
  return {
    ...failure(error, message, compile),
    spent: { compile, check, run: Math.max(0, wall - check) },
    maxRelError: answer.outcome === 'wrong' ? (answer.error ?? undefined) : undefined,
    sourceHash,
  };
}

/** What got in the way of the repeats; nothing where nobody watched. */
function disturbanceIn(
  answer: Extract<RunnerAnswer, { outcome: 'done' }>,
): Pick<Measurement, 'disturbed' | 'causes' | 'noisy' | 'slowed'> {
  const { repeats, disturbed, doubtful, slow, costs } = answer;
  const isSlowed = 2 * slow > costs.length;
  const isWatched = repeats > 0 && disturbed !== undefined;
  return {
    disturbed: isWatched ? disturbed / repeats : undefined,
    causes: isWatched ? mapCauses((cause) => answer[cause] / repeats) : undefined,
    // Most of what counts was disturbed: there was no quiet moment.
    noisy: isSlowed || 2 * doubtful > costs.length || undefined,
    slowed: isSlowed || undefined,
  };
}

function isPacked({ args }: DeviceKernel): boolean {
  return args.some((arg) => arg.packedBytes > 0);
}

/** A trial that failed before it reached the runner. */
export function failure(error: ErrorNo, message: string, compile = 0): Measurement {
  return { costs: [], error, message, spent: { compile, check: 0, run: 0 }, timestamp: Date.now() / 1000 };
}

function explain(answer: Exclude<RunnerAnswer, { outcome: 'done' }>, facts: MeasurementFacts): [ErrorNo, string] {
  switch (answer.outcome) {
    case 'unloadable':
      return [ErrorNo.compileDevice, firstLine(answer.message)];
    case 'signal':
      return [ErrorNo.runtimeDevice, explainSignal(answer, facts.kernel)];
    case 'fault':
      return [ErrorNo.runtimeDevice, `${answer.message} while ${stageWords[answer.stage]}`];
    case 'exit':
      return [ErrorNo.runtimeDevice, `the kernel ended its process (status ${answer.value}) instead of returning`];
    case 'wrong':
      return [ErrorNo.wrongAnswer, explainWrong(answer, facts)];
    case 'implausible':
      return [ErrorNo.implausible, explainImplausible(answer)];
    case 'timeout':
      return [ErrorNo.runTimeout, `no result within ${facts.timeoutSeconds} s (while ${stageWords[answer.stage]})`];
    case 'unavailable':
    case 'failed':
      return [ErrorNo.unknown, answer.message];
  }
}

const stageWords = {
  loading: 'loading',
  packing: 'packing constants',
  running: 'running',
  checking: 'being checked',
  timing: 'being timed',
  rechecking: 'being checked again',
};

/** Why a signal ended what ran with a kernel's arguments; `who`: what it is called in the sentence. */
export function explainSignal(
  answer: Extract<RunnerAnswer, { outcome: 'signal' }>,
  kernel: DeviceKernel,
  who = 'the kernel',
): string {
  const signal = `${signalName(answer.value)} while ${stageWords[answer.stage]}`;
  const { address, buffer, offset, call } = answer;
  // Where signals were blocked, as a C library does around its fork, nobody could note which call it was.
  if (call !== undefined || signalName(answer.value) === 'SIGSYS')
    return `${signal}: ${who} made ${call === undefined ? 'a system call that is refused' : `the system call ${call}`}, and kernels may reach no files, processes or network`;
  if (buffer !== undefined && offset !== undefined) return `${signal}: ${who} ${explainPlace(kernel, buffer, offset)}`;
  if (address !== undefined && address < 4096)
    return `${signal}: ${who} used a null pointer, perhaps for memory that it did not get`;
  switch (signalName(answer.value)) {
    case 'SIGILL':
      return `${signal}: ${who} uses instructions that this machine lacks`;
    case 'SIGXFSZ':
      return `${signal}: ${who} wrote to a file`;
    case 'SIGKILL':
      return `${signal}: something killed ${who}, perhaps for lack of memory`;
    default:
      return signal;
  }
}

function explainPlace(kernel: DeviceKernel, buffer: number, offset: number): string {
  const { name, bytes, readOnly } = bufferOf(kernel, buffer);
  if (offset < 0) return `touched memory ${-offset} bytes before the start of ${name}`;
  if (offset >= bytes) return `touched memory ${offset - bytes} bytes past the end of ${name}`;
  if (readOnly) return `wrote to ${buffer < packedFrom ? 'its input ' : ''}${name}`;
  return `touched ${name} in a way that it does not allow`;
}

function bufferOf(kernel: DeviceKernel, number: number): { name: string; bytes: number; readOnly: boolean } {
  if (number === workspaceNumber) return { name: 'the workspace', bytes: kernel.workspaceBytes, readOnly: false };
  const arg = kernel.args.at(number % packedFrom)!;
  const readOnly = arg.role === 'input';
  if (number >= packedFrom) return { name: `the packed "${arg.name}"`, bytes: arg.packedBytes, readOnly };
  return { name: `"${arg.name}"`, bytes: bytesOf(arg), readOnly };
}

const notAgain = ', though the first call was right (a race, or state between calls)';

function explainWrong(
  answer: Extract<RunnerAnswer, { outcome: 'wrong' }>,
  { kernel, tolerance }: MeasurementFacts,
): string {
  const output = kernel.args.at(-1)!;
  const again = { rechecking: notAgain, timing: ` in a call that was timed${notAgain}` }[answer.stage as string] ?? '';
  if (answer.buffer !== undefined)
    return `the kernel wrote just outside of ${bufferOf(kernel, answer.buffer).name}${again}`;
  if (answer.unwritten > 0) {
    const elements = `${answer.unwritten} of ${elementsOf(output)} elements of "${output.name}"`;
    return `${elements} were not written, or computed from what it held before${again}`;
  }
  const place = placeOf(output.parts ?? [output], answer.worst);
  if (answer.got === null) {
    return `${place} is not a number, perhaps computed from memory outside of an input or never written${again}`;
  }
  const error =
    answer.error === null
      ? ''
      : ` (relative error ${answer.error.toPrecision(2)}, allowed ${tolerance.toExponential(1)})`;
  return `${place} is ${Math.fround(answer.got)} but should be ${Math.fround(answer.want ?? NaN)}${error}${again}`;
}

function explainImplausible({
  timed,
  fresh,
  witnessed,
  cores,
}: Extract<RunnerAnswer, { outcome: 'implausible' }>): string {
  if (fresh !== undefined)
    return `the kernel answers from what earlier calls left behind: a call on new inputs takes ${formatTime(fresh)}, one on inputs that hardly change ${formatTime(timed)}`;
  if (cores !== undefined) return `the kernel kept ${cores.toFixed(1)} cores busy, more than its target has threads`;
  return `the time cannot be believed: the kernel's process reports ${formatTime(timed)} a call, another process ${formatTime(witnessed ?? 0)}`;
}

/** `c[3, 4]`: of an output that is several arrays, the element of the one that it is in. */
function placeOf([part, ...others]: readonly OutputPart[], element: number): string {
  const { name, shape } = part!;
  if (others.length > 0 && element >= elementsOf(part!)) return placeOf(others, element - elementsOf(part!));
  return `${name}[${indexOf(shape, element).join(', ')}]`;
}

/** Number of an element → its index in every dimension, row-major. */
function indexOf(shape: readonly number[], element: number): readonly number[] {
  let rest = element;
  return [...shape]
    .reverse()
    .map((extent) => {
      const index = rest % extent;
      rest = Math.floor(rest / extent);
      return index;
    })
    .reverse();
}

/** Elements of an argument, or of an array in one. */
export function elementsOf({ shape }: Pick<KernelArg, 'shape'>): number {
  return shape.reduce((product, extent) => product * extent, 1);
}

/** Bytes of an argument, row-major. */
export function bytesOf(arg: KernelArg): number {
  return elementsOf(arg) * elementBytes(arg.dtype);
}

function firstLine(text: string): string {
  const [line = ''] = text.split('\n');
  return line.replace(/^\S*\/[^/\s:]+\.so: /, '').slice(0, 400);
}
