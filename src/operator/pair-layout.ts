import type { z } from 'zod';
import { choiceField } from './fields.js';

/** The layout of activations of two operators in a row: channels are innermost, unless the tuner may choose. */
export function pairLayoutField(): z.ZodType<'NHWC' | 'any'> {
  return choiceField('--layout <layout>', 'activations: NHWC, or any (NHWC and blocks of channels compete)', [
    'NHWC',
    'any',
  ]);
}
