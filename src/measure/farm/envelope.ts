import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonical } from './canonical.js';
import type { Secret, Use } from './secret.js';

/** Characters of a message, at most: sources of kernels are the longest part of any. */
const MOST = 8 * 2 ** 20;

const envelopeSchema = z.strictObject({
  body: z.string().max(MOST),
  mac: z.string().regex(/^[0-9a-f]{64}$/),
});
/** A message as it lies in Redis: canonical JSON, and its signature. */
export type Envelope = Readonly<z.output<typeof envelopeSchema>>;

/** Why a message was not accepted. */
export class Refusal extends Error {}

export function seal(secret: Secret, use: Use, message: unknown): Envelope {
  const body = canonical(message);
  if (body.length > MOST) throw new Refusal(`the message has ${body.length} characters, more than ${MOST}`);
  return { body, mac: secret.sign(use, body) };
}

/** A message of a kind that somebody with the secret sealed for this use. Throws Refusal for any other. */
export function open<Schema extends z.ZodType>(
  secret: Secret,
  use: Use,
  schema: Schema,
  given: unknown,
): { readonly message: z.output<Schema>; readonly hash: string } {
  const envelope = envelopeSchema.safeParse(given);
  if (!envelope.success) throw new Refusal('it is no signed message, or too long');
  const { body, mac } = envelope.data;
  if (!secret.verify(use, body, mac)) throw new Refusal('its signature is not of this farm’s secret');
  const message = schema.safeParse(JSON.parse(body));
  if (message.success) return { message: message.data, hash: hashOfBody(body) };
  const [issue] = message.error.issues;
  throw new Refusal(`${issue!.path.join('.')}: ${issue!.message}`);
}

/** By which an answer names its request. */
export function hashOfBody(body: string): string {
  return createHash('sha256').update(body).digest('hex');
}
