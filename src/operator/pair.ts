/**
 * What operators in a row declare alike that are one kernel, a convolution the first: activations are NHWC, unless the
 * tuner may choose, all is float32, weights are constant.
 */
import { valueType } from '../ir/tensor.js';
import { conv2dFields, layoutFields, readPlainName, type Conv2dShape } from './conv2d.js';
import { betweenField } from './epilogue.js';
import { choiceField } from './fields.js';
import type { ShapeOptions } from './operator.js';

export const firstFields = { ...conv2dFields, dilation: layoutFields.dilation };

export const pairFields = {
  layout: choiceField<'NHWC' | 'any'>(
    '--layout <layout>',
    'activations: NHWC, or any (NHWC and blocks of channels compete)',
    ['NHWC', 'any'],
  ),
  between: betweenField(),
};

type PairShape = Pick<Conv2dShape, keyof typeof firstFields | 'layout'> & {
  readonly between: Conv2dShape['epilogue'];
};

export function firstOf({ between, ...s }: PairShape, groups: number): Conv2dShape {
  return { ...s, groups, epilogue: between, dtype: valueType, constant: ['weights'] };
}

export function readFirstName(name: string): ShapeOptions | undefined {
  const found = readPlainName(name);
  return found?.['groups'] === undefined ? found : undefined;
}
