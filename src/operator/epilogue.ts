/**
 * Fused tails of an operator: what happens to each element between its sum and its store, step by step. A step is an
 * activation, or reads an input of its own.
 */
import { valueType, type DType, type Tensor, type Value } from '../ir/tensor.js';
import { z } from 'zod';
import { didYouMean } from '../target/nearest.js';
import { UsageError } from '../target/errors.js';
import type { Index } from '../ir/index.js';
import { apply, at, input, plus, times, atLeast, atMost } from '../ir/compute.js';
import { fields } from './fields.js';
import { constantValue } from '../ir/value.js';

interface Activation {
  /** What its numbers are where they are not said. */
  readonly numbers: readonly number[];
  readonly of: (v: Value, ...numbers: readonly number[]) => Value;
}

/** Numbers default to those of ONNX. */
const activations = {
  relu: { numbers: [], of: (v) => atLeast(v, 0) },
  relu6: { numbers: [], of: (v) => atMost(atLeast(v, 0), 6) },
  /** Slope below zero. */
  leaky: { numbers: [0.01], of: (v, slope = 0) => apply('leaky', v, constantValue(slope)) },
  clip: { numbers: [-1, 1], of: (v, least = 0, most = 0) => atMost(atLeast(v, least), most) },
  sigmoid: { numbers: [], of: (v) => apply('sigmoid', v) },
  tanh: { numbers: [], of: (v) => apply('tanh', v) },
  /** max(0, min(1, a v + b)) */
  hardsigmoid: {
    numbers: [0.2, 0.5],
    of: (v, a = 0, b = 0) => atMost(atLeast(plus(times(v, constantValue(a)), constantValue(b)), 0), 1),
  },
  hardswish: { numbers: [], of: (v) => apply('hardswish', v) },
  elu: { numbers: [1], of: (v, alpha = 0) => apply('elu', v, constantValue(alpha)) },
  gelu: { numbers: [], of: (v) => apply('gelu', v) },
  silu: { numbers: [], of: (v) => apply('silu', v) },
} as const satisfies Readonly<Record<string, Activation>>;

type ActivationName = keyof typeof activations;

const activationNames = Object.keys(activations) as readonly ActivationName[];

/**
 * What an activation does, and its one spelling, with all of its numbers; undefined of text that is none. Numbers are
 * those of float32 in as few digits as tell them.
 */
function activationOf(text: string): { readonly text: string; of: (v: Value) => Value } | undefined {
  const [word = '', ...rest] = text.split(':');
  const name = activationNames.find((one) => one === word);
  if (name === undefined) return undefined;
  const { numbers: otherwise, of }: Activation = activations[name];
  const given = rest.map(numberOf);
  if (given.length > otherwise.length || !given.every((n) => n !== undefined)) return undefined;
  const numbers = otherwise.map((n, i) => given[i] ?? n);
  return { text: [name, ...numbers.map(numberText)].join(':'), of: (v) => of(v, ...numbers) };
}

/** A finite number in decimal digits, among those of float32. */
function numberOf(text: string): number | undefined {
  if (!/^-?(\d+\.?\d*|\.\d+)(e-?\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  return Math.abs(number) <= 3.4e38 ? number : undefined;
}

/** Without the `+` of exponents, which parts the tags of a name. */
function numberText(number: number): string {
  return String(number).replace('e+', 'e');
}

interface Reading {
  readonly tensor: string;
  /** Of the output's shape; otherwise one element for each channel. */
  readonly whole: boolean;
  readonly of: (v: Value, read: Value) => Value;
}

const readings: Readonly<Record<string, Reading>> = {
  bias: { tensor: 'bias', whole: false, of: plus },
  add: { tensor: 'residual', whole: true, of: plus },
  scale: { tensor: 'scale', whole: false, of: times },
  mul: { tensor: 'factor', whole: true, of: times },
  /** Slopes below zero. */
  prelu: { tensor: 'slope', whole: false, of: (v, slope) => apply('leaky', v, slope) },
};

/** `bias`, `relu`, `leaky:0.1`: a step in its one spelling. */
type Epilogue = string;

const names = [...Object.keys(readings), ...activationNames];

/** Steps of a tail: more are no tail, and a workload's name should be short. */
const MOST_STEPS = 16;

/** The one spelling of a step; undefined of text that is none. */
function spelled(text: string): Epilogue | undefined {
  return Object.hasOwn(readings, text) ? text : activationOf(text)?.text;
}

export function readsWhole(step: Epilogue): boolean {
  return Object.hasOwn(readings, step) && readings[step]!.whole;
}

/** The tail of a shape: none unless something is said, and told in a workload's name. */
export function epilogueField(): z.ZodType<readonly Epilogue[]> {
  return fieldOf(names, spelled);
}

/** The tail of the first of two operators in a row, of which the second reads the only copy: no step reads another. */
export function betweenField(): z.ZodType<readonly Epilogue[]> {
  const words = names.filter((name) => !readsWhole(name));
  const spelledAs: Spelling = (text) => (readsWhole(text) ? undefined : spelled(text));
  return fieldOf(words, spelledAs, { flag: '--between', what: 'tail of the first of both', mark: 'between-' });
}

/** Of activations alone, for what has no channels: a tail without inputs. */
export function activationsField(): z.ZodType<readonly Epilogue[]> {
  return fieldOf(activationNames, (text) => activationOf(text)?.text);
}

type Spelling = (text: string) => Epilogue | undefined;

/** A tail as it is said; `mark` begins its tags, where a shape has two. */
interface Said {
  readonly flag: string;
  readonly what: string;
  readonly mark: string;
}

function fieldOf(
  words: readonly string[],
  spelledAs: Spelling,
  { flag, what, mark }: Said = { flag: '--epilogue', what: 'fused tail', mark: '' },
): z.ZodType<readonly Epilogue[]> {
  const step = z.string().refine((text) => spelledAs(text) === text, 'no step of an epilogue');
  return z
    .array(step)
    .max(MOST_STEPS)
    .register(fields, {
      options: [
        {
          flags: `${flag} <list>`,
          description: `${what}: ${words.join(', ')}, or none; numbers behind colons, leaky:0.1`,
        },
      ],
      read: (text) => parseEpilogue(text, words, spelledAs),
      otherwise: '',
      tags: (steps) => steps.map((one) => `${mark}${one}`),
      untag: (tag, before) => {
        const one = tag.slice(mark.length);
        const isOurs = tag.startsWith(mark) && spelledAs(one) !== undefined;
        return isOurs ? [before, one].filter(Boolean).join() : undefined;
      },
    });
}

/** `bias,relu` as a list; `none` and the empty text are no epilogue. Throws UsageError on what is no step. */
function parseEpilogue(text: string, words: readonly string[], spelledAs: Spelling): Epilogue[] {
  if (text === '' || text === 'none') return [];
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > MOST_STEPS)
    throw new UsageError(`an epilogue of ${parts.length} steps is too long: use at most ${MOST_STEPS}.`);
  return parts.map((part) => {
    const found = spelledAs(part);
    if (found !== undefined) return found;
    const [name = ''] = part.split(':');
    if (words.includes(name))
      throw new UsageError(
        `"${part}" is not how ${name} is said: numbers stand behind colons, as in ${exampleOf(name)}.`,
      );
    throw new UsageError(
      `unknown epilogue "${part}"${didYouMean(name, words)} Choose from ${words.join(', ')}, or none.`,
    );
  });
}

function exampleOf(name: string): string {
  return activationOf(name)?.text ?? name;
}

/** What happens to an element at `axes` of the output. */
export interface Tail<Axes extends readonly Index[] = readonly Index[]> {
  /**
   * Inputs that the epilogue reads, in order: a bias, scale or slope per channel, a tensor of the output's shape to add
   * or multiply by. The second of a kind is `bias2`.
   */
  readonly inputs: readonly Tensor[];
  readonly finish: (total: Value, axes: Axes) => Value;
}

export function activationTail(steps: readonly Epilogue[]): (v: Value) => Value {
  const { finish } = buildTail(steps, [], [], () => []);
  return (v) => finish(v, []);
}

interface TailPlace<Axes> {
  readonly outputShape: readonly number[];
  readonly channelShape: readonly number[];
  /** The indices of what is per channel, from the output's axes. */
  readonly channel: (axes: Axes) => Index[];
}

/**
 * Builds the tail of an output. What it reads is of the output's type. `before`: steps that another tail of the same
 * output has, so that no two inputs have one name.
 */
export function buildTail<Axes extends readonly Index[]>(
  steps: readonly Epilogue[],
  outputShape: readonly number[],
  channelShape: readonly number[],
  channel: (axes: Axes) => Index[],
  dtype: DType = valueType,
  before: readonly Epilogue[] = [],
): Tail<Axes> {
  const place = { outputShape, channelShape, channel };
  const counts = new Map<string, number>();
  for (const step of before) if (Object.hasOwn(readings, step)) counted(counts, step);
  const made = steps.map((step) =>
    Object.hasOwn(readings, step)
      ? readingStep(readings[step]!, counted(counts, step), place, dtype)
      : activationStep<Axes>(step),
  );
  return {
    inputs: made.flatMap(({ read }) => (read ? [read] : [])),
    finish: (total, axes) => made.reduce((v, { finish }) => finish(v, axes), total),
  };
}

function counted(counts: Map<string, number>, step: Epilogue): number {
  const count = (counts.get(step) ?? 0) + 1;
  counts.set(step, count);
  return count;
}

interface Step<Axes> {
  readonly read?: Tensor;
  readonly finish: (v: Value, axes: Axes) => Value;
}

function readingStep<Axes extends readonly Index[]>(
  { tensor, whole, of }: Reading,
  number: number,
  { outputShape, channelShape, channel }: TailPlace<Axes>,
  dtype: DType,
): Step<Axes> {
  const name = number === 1 ? tensor : `${tensor}${number}`;
  const read = input(name, whole ? outputShape : channelShape, dtype);
  return { read, finish: (v, axes) => of(v, at(read, ...(whole ? axes : channel(axes)))) };
}

/** Throws Error for a step that is none: the shape's field let none in. */
function activationStep<Axes>(step: Epilogue): Step<Axes> {
  const found = activationOf(step);
  if (!found) throw new Error(`${step} is no step of an epilogue`);
  return { finish: (v) => found.of(v) };
}
