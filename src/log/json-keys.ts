/** What the JSON of several commands has in common. */
import { z } from 'zod';
import { knobValue } from '../space/config.js';
import type { Entity } from '../space/entity.js';

export const seconds = z.number().nonnegative();
/** Low and high end, seconds. */
export const interval = z.tuple([seconds, seconds]);
export const count = z.int().nonnegative();
export const gflops = z.number().nonnegative().describe('GFLOPS, of the operations of the direct algorithm');
export const counts = z
  .enum(['flops', 'ops', 'bytes'])
  .describe('what `gflops` count, 10^9 a second: operations on floats, on whole numbers, or bytes');

const entity: z.ZodType<Entity> = z
  .tuple([z.string(), z.enum(['ot', 'sp', 're', 'an']), knobValue])
  .describe('name, kind and value of a knob, as AutoTVM writes them');

/** One config of a template. */
export const configKeys = {
  template: z.string().describe('`conv2d.direct`'),
  index: count.describe('place of the config in its space'),
  entity: z.array(entity).describe('its knobs'),
};

/** What is tuned. */
export const subjectKeys = {
  operator: z.string().describe('`conv2d`'),
  workload: z.string().describe('name of the shape, `resnet18.C2`'),
  target: z.string().describe('in full, as logs write it'),
};

/** Of a layer of a network. */
export const layerKeys = {
  name: z.string().describe('of the layer'),
  operator: z.string().describe('`conv2d`'),
  workload: z.string().describe('name of the shape, `resnet18.C2`'),
  weight: z.number().describe('calls of it in the network'),
};

export const maxRelError = z
  .number()
  .nonnegative()
  .nullable()
  .describe('largest error against the reference, relative to its magnitude');

/** Of a compiler; no failure. */
export const warnings = z
  .array(z.string())
  .describe('what its compiler says will make it slow, as ptxas does where wgmma is serialized');

/** Something that a person should know, which changes nothing. */
export const noteEvent = z
  .object({ event: z.literal('note'), text: z.string().describe('a sentence') })
  .describe('something that a person should know: records that are not used, a machine that is not alone');

/** Failed trials of one of AutoTVM's classes. */
export const failures = z
  .array(
    z.object({
      error: count.describe("AutoTVM's number of the class"),
      class: z.string().describe('its name, `wrong_answer`'),
      count,
      message: z.string().describe('the first'),
    }),
  )
  .describe('failed trials by class, the commonest first');
