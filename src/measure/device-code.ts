import { z } from 'zod';
import { resourcesSchema } from './resources.js';

/** What is known of the code of a device that is not a CPU. */
export const deviceCodeSchema = z.strictObject({
  /** What the names of the kernel's functions end with in it, since it holds other kernels, too. */
  suffix: z.string().regex(/^\w{0,16}$/),
  /** Of all that is launched of the kernel, in that order. */
  resources: z.array(resourcesSchema.readonly()).max(256).readonly(),
  /** What its compiler warned of. */
  warnings: z.array(z.string().max(4096)).max(256).readonly(),
});
export type DeviceCode = Readonly<z.output<typeof deviceCodeSchema>>;
