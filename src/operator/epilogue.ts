/**
 * Fused tails of an operator: what happens to each element between its sum and its store, step by step. A step is an
 * activation, or reads an input of its own.
 */
import { isWhole } from '../elements/registry.js';
import { computedIn, isValueType, valueType, type DType, type Tensor, type Value } from '../ir/tensor.js';
import { z } from 'zod';
import { didYouMean } from '../target/nearest.js';
import { UsageError } from '../target/errors.js';
import type { Index } from '../ir/index.js';
import { apply, at, input, plus, times, atLeast, atMost } from '../ir/compute.js';
import { fields } from './fields.js';
import { flowBehind, flowOf, quantising, quantisingNames, readsOf } from './quantisation.js';
import type { Flow, Quantising, QuantisingName, ZeroPoint } from './quantisation.js';
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
  gelu_tanh: { numbers: [], of: (v) => apply('gelu_tanh', v) },
  silu: { numbers: [], of: (v) => apply('silu', v) },
  /** v sigmoid(a v) */
  swish: { numbers: [1], of: (v, a = 0) => times(v, apply('sigmoid', times(v, constantValue(a)))) },
} as const satisfies Readonly<Record<string, Activation>>;

type ActivationName = keyof typeof activations;

const activationNames = Object.keys(activations) as readonly ActivationName[];

/**
 * What an activation does, and its one spelling, with all of its numbers; undefined of text that is none. Numbers are
 * those of float32 in as few digits as distinguish them.
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

const names = [...Object.keys(readings), ...activationNames, ...quantisingNames];

/** Steps of a tail: more are no tail, and a workload's name should be short. */
export const MOST_STEPS = 16;

/** The one spelling of a step; undefined of text that is none. */
function spelled(text: string): Epilogue | undefined {
  if (Object.hasOwn(readings, text)) return text;
  const quantised = quantisingOf(text);
  return quantised ? `${quantised.name}:${quantised.zero}` : activationOf(text)?.text;
}

/** A step of quantisation, and the zero point behind its colon: 0 where nothing is said. */
function quantisingOf(text: string): { readonly name: QuantisingName; readonly zero: ZeroPoint } | undefined {
  const [word, number = '0', ...more] = text.split(':');
  const name = quantisingNames.find((one) => one === word);
  const zero = number === 'each' ? number : numberOf(number);
  return name !== undefined && zero !== undefined && more.length === 0 ? { name, zero } : undefined;
}

export function readsWhole(step: Epilogue): boolean {
  const quantised = quantisingOf(step);
  if (quantised) return quantising[quantised.name].reads.some(({ whole }) => whole);
  return Object.hasOwn(readings, step) && readings[step]!.whole;
}

/** The tail of a shape: none unless given, and part of a workload's name. */
export function epilogueField(): z.ZodType<readonly Epilogue[]> {
  return fieldOf(names, spelled);
}

/** The tail of the first of two operators in a row, of which the second reads the only copy: no step reads another. */
export function betweenField(): z.ZodType<readonly Epilogue[]> {
  const words = names.filter((name) => !readsWhole(name) && quantisingOf(name) === undefined);
  const spelledAs: Spelling = (text) => (words.includes(text.replace(/:.*/, '')) ? spelled(text) : undefined);
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
  return quantisingOf(name) ? `${name}:128` : (activationOf(name)?.text ?? name);
}

/** What happens to an element at `axes` of the output. */
export interface Tail<Axes extends readonly Index[] = readonly Index[]> {
  /**
   * Inputs that the epilogue reads, in order: a bias, scale or slope per channel, a tensor of the output's shape to add
   * or multiply by. The second of a kind is `bias2`.
   */
  readonly inputs: readonly Tensor[];
  readonly finish: (total: Value, axes: Axes) => Value;
  /** The type that the output is stored in. */
  readonly dtype: DType;
}

export function activationTail(steps: readonly Epilogue[]): (v: Value) => Value {
  const { finish } = buildTail(steps, [], [], () => []);
  return (v) => finish(v, []);
}

/** What a tail finishes. */
interface Finished {
  /** The type of the operator's data. */
  readonly dtype?: DType;
  /** Terms of the sums, by which random scales are drawn. */
  readonly terms?: number;
  /** Steps that another tail of the same output has, so that no two inputs have one name. */
  readonly before?: readonly Epilogue[];
}

/**
 * Builds the tail of an output. What it reads is of the type that is computed with, floats as narrow as the data are.
 * Throws UsageError for steps that do not follow each other.
 */
export function buildTail<Axes extends readonly Index[]>(
  steps: readonly Epilogue[],
  outputShape: readonly number[],
  channelShape: readonly number[],
  channel: (axes: Axes) => Index[],
  { dtype = valueType, terms = 64, before = [] }: Finished = {},
): Tail<Axes> {
  const place = { outputShape, channelShape, channel, nameOf: namer(before), dtype, terms };
  const made: Step<Axes>[] = [];
  let flow = flowOf(dtype);
  for (const step of steps) {
    const one = stepOf<Axes>(step, flow, place);
    made.push(one);
    flow = one.flow;
  }
  return {
    inputs: made.flatMap(({ reads }) => reads),
    finish: (total, axes) => made.reduce((v, { finish }) => finish(v, axes), total),
    dtype: flow.stored,
  };
}

/** Throws UsageError for steps that do not follow each other on elements of a type. */
export function checkTail({
  epilogue,
  dtype,
}: {
  readonly epilogue: readonly Epilogue[];
  readonly dtype: DType;
}): void {
  buildTail(epilogue, [], [], () => [], { dtype });
}

/** Names of inputs: the second of a kind is `bias2`. */
function namer(before: readonly Epilogue[]): (name: string) => string {
  const counts = new Map<string, number>();
  const nameOf = (name: string): string => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name}${count}`;
  };
  for (const step of before) if (Object.hasOwn(readings, step)) nameOf(readings[step]!.tensor);
  return nameOf;
}

interface TailPlace<Axes> {
  readonly outputShape: readonly number[];
  readonly channelShape: readonly number[];
  /** The indices of what is per channel, from the output's axes. */
  readonly channel: (axes: Axes) => Index[];
  readonly nameOf: (name: string) => string;
  readonly dtype: DType;
  readonly terms: number;
}

interface Step<Axes> {
  readonly reads: readonly Tensor[];
  /** The type of what it gives. */
  readonly flow: Flow;
  readonly finish: (v: Value, axes: Axes) => Value;
}

function stepOf<Axes extends readonly Index[]>(step: Epilogue, flow: Flow, place: TailPlace<Axes>): Step<Axes> {
  const quantised = quantisingOf(step);
  if (quantised) return quantisingStep(quantised, flow, place);
  return Object.hasOwn(readings, step) ? readingStep(readings[step]!, flow, place) : activationStep(step, flow);
}

/** Floats of what is whole are as wide as they are computed in. */
function readingStep<Axes extends readonly Index[]>(
  { tensor, whole, of }: Reading,
  flow: Flow,
  { outputShape, channelShape, channel, nameOf, dtype }: TailPlace<Axes>,
): Step<Axes> {
  const read = input(nameOf(tensor), whole ? outputShape : channelShape, isWhole(dtype) ? flow.computed : dtype);
  return { reads: [read], flow, finish: (v, axes) => of(v, at(read, ...(whole ? axes : channel(axes)))) };
}

function quantisingStep<Axes extends readonly Index[]>(
  { name, zero }: NonNullable<ReturnType<typeof quantisingOf>>,
  before: Flow,
  { outputShape, channelShape, channel, nameOf, dtype, terms }: TailPlace<Axes>,
): Step<Axes> {
  const { of }: Quantising = quantising[name];
  const flow = flowBehind(name, zero, before, dtype);
  const types = { float32: valueType, narrow: dtype, sums: computedIn(dtype) } as const;
  const reads = readsOf(name, zero);
  const tensors = reads.map(({ name: tensor, whole, type, drawn }) => {
    const read = input(nameOf(tensor), whole ? outputShape : channelShape, types[type]);
    return drawn ? { ...read, drawn: drawn(dtype, terms, before) } : read;
  });
  const finish = (v: Value, axes: Axes): Value => {
    const elements = tensors.map((tensor, i) => at(tensor, ...(reads[i]!.whole ? axes : channel(axes))));
    return of(v, elements, zero === 'each' ? elements.at(-1)! : constantValue(zero), dtype);
  };
  return { reads: tensors, flow, finish };
}

/** Throws UsageError for a function of floats where the value is whole. */
function activationStep<Axes>(step: Epilogue, flow: Flow): Step<Axes> {
  const found = activationOf(step);
  if (!found) throw new Error(`${step} is no step of an epilogue`);
  if (!isValueType(flow.computed) && step !== 'relu')
    throw new UsageError(
      `${step} is for floats, and what stands before it gives ${flow.computed}: dequantize goes before it.`,
    );
  return { reads: [], flow, finish: (v) => found.of(v) };
}
