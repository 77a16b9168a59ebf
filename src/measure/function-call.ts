/** Calls of a function of the user's in a process of its own, which native/runner/function.c keeps from the system. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { signalName } from './compilers.js';
import { nativeProgram } from './native.js';
import { Scratch } from './scratch.js';

/** Seconds that two calls may take. */
const TIMEOUT = 60;

/** What is read, or how much is written; in the function's order. */
export type CallArgument = { readonly name: string } & (
  { readonly bytes: Uint8Array } | { readonly elements: number; readonly elementBytes: number }
);

const place = { argument: z.number().optional(), offset: z.number().optional(), address: z.number().optional() };

/** How function.c answers. */
const answerSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('done') }),
  z.object({ outcome: z.literal('status'), value: z.number() }),
  z.object({ outcome: z.literal('overrun'), argument: z.number() }),
  z.object({ outcome: z.literal('unwritten'), argument: z.number(), count: z.number() }),
  z.object({ outcome: z.literal('unsteady'), argument: z.number(), element: z.number() }),
  z.object({ outcome: z.literal('unloadable'), message: z.string() }),
  z.object({ outcome: z.literal('signal'), value: z.number(), call: z.string().optional(), ...place }),
  z.object({ outcome: z.literal('exit'), value: z.number() }),
  z.object({ outcome: z.literal('timeout') }),
  z.object({ outcome: z.literal('failed'), message: z.string() }),
]);
type Answer = z.output<typeof answerSchema>;

/** What a function did that it must not, as a clause behind its name: `wrote just outside of "y"`. */
export class MisbehavedError extends Error {
  override readonly name = 'MisbehavedError';
}

/** The program that calls functions. */
export class FunctionCaller {
  private constructor(private readonly program: string) {}

  /** Throws MissingError without a compiler. */
  static async open(): Promise<FunctionCaller> {
    const scratch = new Scratch();
    const program = await nativeProgram(scratch);
    // Without a folder for caches the program itself lies there, until this process ends.
    if (!program.startsWith(scratch.folder)) scratch.close();
    return new FunctionCaller(program);
  }

  /** What a function of a shared object writes. Throws MisbehavedError where it does what it must not. */
  call(object: Uint8Array, args: readonly CallArgument[]): readonly Uint8Array[] {
    const scratch = new Scratch();
    try {
      const [library, inputs, outputs] = [scratch.path('function.so'), scratch.path('inputs'), scratch.path('outputs')];
      writeFileSync(library, object);
      writeFileSync(inputs, Buffer.concat(args.flatMap((arg) => ('bytes' in arg ? [arg.bytes] : []))));
      const answer = this.answer([library, inputs, outputs, `${TIMEOUT}`, ...args.map(argumentText)]);
      if (answer.outcome !== 'done') throw new MisbehavedError(explain(answer, args));
      return partsOf(readFileSync(outputs), args);
    } finally {
      scratch.close();
    }
  }

  private answer(words: readonly string[]): Answer {
    const run = () => spawnSync(this.program, ['call', ...words], { stdio: ['ignore', 'pipe', 'ignore'] });
    const first = run();
    // Ctrl-C ends it, too. Whoever catches the signal for us decides how we end.
    const { stdout, error } = first.signal === null ? first : run();
    if (error) throw error;
    return answerSchema.parse(JSON.parse(stdout.toString()));
  }
}

function argumentText(arg: CallArgument): string {
  if ('bytes' in arg) return `in ${arg.bytes.length}`;
  return `out ${arg.elements * arg.elementBytes} ${arg.elementBytes}`;
}

function partsOf(bytes: Uint8Array, args: readonly CallArgument[]): readonly Uint8Array[] {
  let at = 0;
  return args.flatMap((arg) => {
    if ('bytes' in arg) return [];
    const length = arg.elements * arg.elementBytes;
    at += length;
    return [bytes.subarray(at - length, at)];
  });
}

function explain(answer: Exclude<Answer, { outcome: 'done' }>, args: readonly CallArgument[]): string {
  const named = (argument: number): string => `"${args[argument]!.name}"`;
  switch (answer.outcome) {
    case 'status':
      return `returned ${answer.value}`;
    case 'overrun':
      return `wrote just outside of ${named(answer.argument)}`;
    case 'unwritten': {
      const arg = args[answer.argument]!;
      const all = 'elements' in arg ? arg.elements : 0;
      return `left ${answer.count} of ${all} elements of ${named(answer.argument)} unwritten`;
    }
    case 'unsteady':
      return `gave another element ${answer.element} of ${named(answer.argument)} in a second call on the same inputs`;
    case 'unloadable':
      return `cannot be loaded (${answer.message.replace(/^\S*\/[^/\s:]+\.so: /, '').slice(0, 400)})`;
    case 'signal':
      return explainSignal(answer, args);
    case 'exit':
      return `ended its process (status ${answer.value}) instead of returning`;
    case 'timeout':
      return `did not return twice within ${TIMEOUT} s`;
    case 'failed':
      return `could not be called: ${answer.message}`;
  }
}

function explainSignal(answer: Extract<Answer, { outcome: 'signal' }>, args: readonly CallArgument[]): string {
  const { value, call, argument, offset, address } = answer;
  const signal = signalName(value);
  if (call !== undefined || signal === 'SIGSYS')
    return `made ${call === undefined ? 'a system call that is refused' : `the system call ${call}`}, and operators reach no files, processes or network`;
  if (argument !== undefined && offset !== undefined) return `${placeText(args[argument]!, offset)} (${signal})`;
  if (address !== undefined && address < 4096) return `used a null pointer (${signal})`;
  return `was ended by ${signal}`;
}

function placeText(arg: CallArgument, offset: number): string {
  const bytes = 'bytes' in arg ? arg.bytes.length : arg.elements * arg.elementBytes;
  if (offset < 0) return `touched memory ${-offset} bytes before the start of "${arg.name}"`;
  if (offset >= bytes) return `touched memory ${offset - bytes} bytes past the end of "${arg.name}"`;
  return `wrote to its input "${arg.name}"`;
}
