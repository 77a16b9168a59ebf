/** Fused tails of an operator: what happens to each element between its sum and its store. */
import { z } from 'zod';
import { didYouMean } from '../target/nearest.js';
import { UsageError } from '../target/errors.js';
import type { Index } from '../ir/index.js';
import { at, atLeast, atMost, input, plus } from '../ir/compute.js';
import type { DType, Tensor, Value } from '../ir/tensor.js';
import { fields } from './fields.js';

const epilogues = ['bias', 'relu', 'relu6', 'add'] as const;
type Epilogue = (typeof epilogues)[number];

/** The tail of a shape: none unless something is said, and told in a workload's name. */
export function epilogueField(): z.ZodType<readonly Epilogue[]> {
  return z.array(z.enum(epilogues)).register(fields, {
    options: [{ flags: '--epilogue <list>', description: `fused tail: ${epilogues.join(', ')}, or none` }],
    read: parseEpilogue,
    otherwise: '',
    tags: (names) => names,
    untag: (tag, before) => (epilogues.some((name) => name === tag) ? [before, tag].filter(Boolean).join() : undefined),
  });
}

/** `bias,relu` as a list; `none` and the empty text are no epilogue. Throws UsageError on an unknown name. */
function parseEpilogue(text: string): Epilogue[] {
  if (text === '' || text === 'none') return [];
  return text.split(',').map((name) => {
    const found = epilogues.find((e) => e === name.trim());
    if (!found)
      throw new UsageError(
        `unknown epilogue "${name}"${didYouMean(name, epilogues)} Choose from ${epilogues.join(', ')}, or none.`,
      );
    return found;
  });
}

/** What happens to an element at `axes` of the output. */
export interface Tail<Axes extends readonly Index[] = readonly Index[]> {
  /** Inputs that the epilogue reads, in order: a bias per channel, a tensor of the output's shape to add. */
  readonly inputs: readonly Tensor[];
  readonly finish: (total: Value, axes: Axes) => Value;
}

/**
 * Builds the tail of an output; `channel` picks the indices of the bias from the output's axes. What it reads is of the
 * output's type.
 */
export function buildTail<Axes extends readonly Index[]>(
  names: readonly Epilogue[],
  outputShape: readonly number[],
  biasShape: readonly number[],
  channel: (axes: Axes) => Index[],
  dtype: DType = 'float32',
): Tail<Axes> {
  const inputs: Tensor[] = [];
  const steps = names.map((name) => {
    switch (name) {
      case 'bias': {
        const bias = input('bias', biasShape, dtype);
        inputs.push(bias);
        return (v: Value, axes: Axes) => plus(v, at(bias, ...channel(axes)));
      }
      case 'add': {
        const residual = input('residual', outputShape, dtype);
        inputs.push(residual);
        return (v: Value, axes: Axes) => plus(v, at(residual, ...axes));
      }
      case 'relu':
        return (v: Value) => atLeast(v, 0);
      case 'relu6':
        return (v: Value) => atMost(atLeast(v, 0), 6);
    }
  });
  return { inputs, finish: (total, axes) => steps.reduce((v, step) => step(v, axes), total) };
}
