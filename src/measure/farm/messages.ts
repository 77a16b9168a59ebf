/**
 * What tuners and workers of a farm say to each other: all of it signed (`envelope.ts`) and checked by these schemas.
 */
import { z } from 'zod';
import { elementTypes } from '../../elements/registry.js';
import { deviceCodeSchema } from '../device-code.js';
import { runnerAnswerSchema } from '../runner.js';

/** Of a device, a builder, a tag. */
export const nameSchema = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, 'must be letters, digits and _ . - (64 at most)');
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const token = z.string().regex(/^[0-9a-f]{16,64}$/);
const text = z.string().max(4096);
const count = z.int().min(0);
const seconds = z.number().min(0).max(86_400);
const extents = z.array(z.int().min(1)).max(16).readonly();
const dtype = z.string().refine((name) => elementTypes().some((type) => type.name === name), 'is no element type');

/** An argument of a kernel (`ir/device-kernel.ts`). */
export const kernelArgSchema = z.strictObject({
  // Of a source that writes several arrays one has all their names: "c and d".
  name: z.string().regex(/^\w{1,64}( and \w{1,64}){0,63}$/),
  shape: extents,
  dtype,
  role: z.enum(['input', 'output']),
  packedBytes: count,
  packedElementBytes: count.exactOptional(),
  range: z.tuple([z.number(), z.number()]).readonly().exactOptional(),
  magnitude: z.number().exactOptional(),
  parts: z
    .array(z.strictObject({ name: z.string().max(64), shape: extents }))
    .max(256)
    .readonly()
    .exactOptional(),
});
const args = z.array(kernelArgSchema).min(1).max(256).readonly();

/** A source to compile; the backend of the target checks the kernel. */
export const buildRequestSchema = z.strictObject({
  target: text,
  purpose: z.enum(['kernel', 'reference']),
  /** As the compiler is called that must build it. */
  compiler: text,
  kernel: z.unknown(),
  nonce: token,
  /** Seconds since the epoch. */
  expires: z.number(),
});
export type BuildRequest = Readonly<z.output<typeof buildRequestSchema>>;

export const buildAnswerSchema = z.strictObject({
  /** Hash of the request's target, purpose, compiler and kernel. */
  of: hash,
  builder: nameSchema,
  outcome: z.union([
    z.strictObject({ object: hash, bytes: count, seconds, code: deviceCodeSchema.exactOptional() }),
    z.strictObject({
      error: z.union([z.literal(1), z.literal(2), z.literal(6), z.literal(8)]),
      message: text,
      seconds,
    }),
  ]),
});
export type BuildAnswer = Readonly<z.output<typeof buildAnswerSchema>>;

/** How a kernel is called: numbers, and names of functions; no path and nothing for a shell can be among them. */
const call = z
  .array(z.union([z.number(), z.string().regex(/^[\w $]{1,256}$/)]))
  .max(4096)
  .readonly();

/**
 * How an object is run: as `TrialRequest` says.
 *
 * @internal Tests try calls that it must refuse.
 */
export const trialSchema = z.strictObject({
  object: hash,
  timeoutSeconds: seconds,
  tolerance: z.number().min(0),
  best: seconds,
  budget: seconds,
  minRepeats: count.max(1000),
  maxRepeats: count.max(1000),
  judgeSeconds: seconds,
  isCold: z.boolean().default(false),
  call,
});

/** A kernel to run on one device; without a trial only the problem is opened. */
export const runRequestSchema = z.strictObject({
  device: nameSchema,
  /** Of the worker that shall run it: another one, or the same after a restart, refuses it. */
  session: token,
  tuner: token,
  /** Of this tuner's requests to this session; each is higher than the one before, so that none runs twice. */
  sequence: z.int().min(1),
  target: text,
  threads: z.int().min(1).max(1024),
  problem: z.strictObject({ reference: hash, workspaceBytes: count, args }),
  /** Inputs are drawn anew where it differs from the one before. */
  draw: count,
  trial: trialSchema.exactOptional(),
});
export type RunRequest = Readonly<z.output<typeof runRequestSchema>>;

export const runAnswerSchema = z.strictObject({
  /** Hash of the request. */
  of: hash,
  device: nameSchema,
  session: token,
  fingerprint: text,
  /** Of the open problem. */
  referenceSeconds: seconds,
  outcome: z.union([
    z.strictObject({ answer: runnerAnswerSchema.nullable() }),
    z.strictObject({ failure: z.enum(['reference', 'lost', 'refused', 'unavailable', 'object']), message: text }),
  ]),
});
export type RunAnswer = Readonly<z.output<typeof runAnswerSchema>>;

const tags = z.record(nameSchema, z.string().regex(/^[\w.+-]{0,64}$/)).readonly();

/** What each card has, whatever the version of `tune` that wrote it. */
export const cardHeadSchema = z.looseObject({ name: nameSchema, version: text });
export type CardHead = Readonly<Pick<z.output<typeof cardHeadSchema>, 'name' | 'version'>>;

/** How the worker of a device introduces itself. */
export const deviceSchema = z.strictObject({
  name: nameSchema,
  session: token,
  /** Of its targets: `llvm`. */
  kind: z.string().regex(/^\w{1,32}$/),
  /** Of other words that it is found by: features of the CPU, the GPU's name. */
  features: z
    .array(z.string().regex(/^[\w.+-]{1,64}$/))
    .max(1024)
    .readonly(),
  tags,
  fingerprint: text,
  /** Target strings in full, by the type of elements that they are for. */
  targets: z.record(z.string().max(32), text).readonly(),
  /** Target of the references, where these run beside the device: on its host's CPU. */
  references: text.exactOptional(),
  cores: z.int().min(1),
  caches: z.strictObject({ l1: count, l2: count, l3: count }).readonly(),
  /** Times of an emulator mean nothing. */
  emulated: z.boolean(),
  host: z.string().max(256),
  version: text,
});
export type DeviceCard = Readonly<z.output<typeof deviceSchema>>;

/** How a builder introduces itself. */
export const builderSchema = z.strictObject({
  name: nameSchema,
  /** What it builds for, and by what: a queue each. */
  lanes: z
    .array(z.strictObject({ lane: z.string().regex(/^[\w-]{1,64}$/), compiler: text }))
    .max(64)
    .readonly(),
  jobs: z.int().min(1),
  host: z.string().max(256),
  version: text,
});
export type BuilderCard = Readonly<z.output<typeof builderSchema>>;
