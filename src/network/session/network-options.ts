/** What a run of a network is asked to do, by programs and by the command line. */
import { z } from 'zod';
import { bfloat16 } from '../../elements/bfloat16.js';
import { float16 } from '../../elements/float16.js';
import { float32 } from '../../elements/float32.js';
import { valueType } from '../../ir/tensor.js';
import { weightsPlaces } from '../../backend/capabilities/export-program.js';
import { defaultBackend } from '../../backend/registry.js';
import type { ExplorerDeclaration } from '../../explorer/declaration.js';
import type { ModelDeclaration } from '../../model/declaration.js';
import { networkSettingsSchema } from '../schedule/network-settings.js';
import { networkNameSchema } from '../../backend/library/library-name.js';
import { nameOr } from '../../catalogue/module-schema.js';
import { farmSchema, shapeSchema, templatesSchema } from '../../tuner/tune-options.js';

/**
 * What a model can be built without, to measure what it brings: what follows a layer element by element as its epilogue
 * (chains of element-wise nodes, too), two layers in a row as one kernel, and layouts that are chosen for the whole
 * graph (each layer takes its fastest kernel instead).
 */
export const optimizations = ['epilogues', 'pairs', 'layouts'] as const;
export type Optimization = (typeof optimizations)[number];

/** Types of floats that values between layers may be. */
export const precisions = [float32, bfloat16, float16].map(({ name }) => name);

const layerSchema = z.strictObject({
  operator: z.string().describe('its name, `conv2d`'),
  workload: z.string().exactOptional().describe('a named shape, `resnet18.C2`, or one as runs print it'),
  shape: shapeSchema.default({}).describe('shape options by their key; they override those of the workload'),
  weight: z.number().positive('must be above 0').default(1).describe('calls of it in the network'),
  name: z
    .string()
    .min(1, 'must not be empty')
    .exactOptional()
    .describe('of no other layer (default: the name of its workload)'),
});

/** The options of `network`. Keys that are left out are as on the command line. */
export const networkOptionsSchema = z.strictObject({
  network: z
    .union([z.string(), z.array(layerSchema).min(1, 'must have one layer at least').readonly()])
    .describe("a network's name, a list (JSON, YAML), a log, an ONNX model, or the layers themselves"),
  target: z.string().default(defaultBackend.kind).describe('as `--target`'),
  threads: z.int().min(1).exactOptional().describe('of the kernels (default: all cores)'),
  template: templatesSchema.describe(
    'as of `tune`, for the layers that it serves; all others are tuned by all that apply',
  ),
  ...farmSchema,
  log: z.string().exactOptional().describe('appended to; trials of the layers in it count as done'),
  history: z.array(z.string()).readonly().default([]).describe('logs to learn from first'),
  ...networkSettingsSchema.shape,
  explorer: nameOr<ExplorerDeclaration>('explorer').exactOptional().describe('a name, a path, or an explorer'),
  model: nameOr<ModelDeclaration>('model').exactOptional().describe('a name, a path, or a model'),
  seed: networkSettingsSchema.shape.seed.exactOptional(),
  precision: z
    .enum(precisions)
    .default(valueType)
    .describe('of a model: the type of floats between layers, and of what is multiplied; sums are float32'),
  shape: z
    .record(z.string(), z.array(z.int().min(0)).readonly())
    .default({})
    .describe('of a model: extents of inputs whose dimensions it leaves open, by name'),
  shapes: z
    .record(z.string(), z.array(z.union([z.int().min(1), z.array(z.int().min(1)).readonly()])).readonly())
    .default({})
    .describe(
      'of a model: the same with lists of extents, `[1, 3, 48, [160, 320]]`: its library serves each; lists vary together',
    ),
  constant: z
    .record(z.string(), z.union([z.number().transform((one) => [one]), z.array(z.number()).readonly()]))
    .default({})
    .describe('of a model: inputs that are fixed, by name: one number for all elements, or all of them, row-major'),
  operatorSource: z
    .array(z.string())
    .readonly()
    .default([])
    .describe('of a model: specs of operators that it has and that are given in C'),
  out: z
    .string()
    .min(1, 'must not be empty')
    .exactOptional()
    .describe('of a model: the folder of its library, which is made'),
  name: networkNameSchema
    .exactOptional()
    .describe('model: prefix of all names that its library defines (default: the file’s name)'),
  weights: z
    .enum(weightsPlaces)
    .default('embed')
    .describe('of a model: `embed` links the packed weights into its library, `file` has it map a file'),
  force: z.boolean().default(false).describe('replaces what an export wrote to `out` before'),
  without: z
    .array(z.enum(optimizations))
    .readonly()
    .default([])
    .describe(`of a model: what it is built without, to measure what that brings: ${optimizations.join(', ')}`),
  verify: z
    .string()
    .exactOptional()
    .describe('of a model: a folder with input_N.pb and output_N.pb, on which the built network is run'),
  inPlace: z
    .boolean()
    .default(false)
    .describe('of a model: builds it some times and chooses kernels, layouts and fusions by their times within it'),
  compare: z
    .boolean()
    .default(false)
    .describe('of a model: builds it and times it beside ONNX Runtime, which is installed on demand'),
  openvino: z.boolean().default(false).describe('of `compare`: beside OpenVINO, too, which is installed on demand'),
  tolerance: z
    .number()
    .positive()
    .exactOptional()
    .describe(
      'of `verify`: the largest error, relative to max(|want|, rms(want)) (default: 1e-4, more of narrow types)',
    ),
  signal: z.instanceof(AbortSignal).exactOptional().describe('ends the run after the measurement in flight'),
});

/** What `network` takes. */
export type NetworkOptions = Readonly<z.input<typeof networkOptionsSchema>>;
export type CheckedNetworkOptions = Readonly<z.output<typeof networkOptionsSchema>>;
