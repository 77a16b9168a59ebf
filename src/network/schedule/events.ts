/**
 * The events of a run of a network, as it emits them, the library yields them and `tune network --json` prints them:
 * one schema that types, documents and checks them.
 */
import { z } from 'zod';
import { networkSettingsSchema } from './network-settings.js';
import { count, counts, failures, gflops, interval, layerKeys, noteEvent, seconds } from '../../log/json-keys.js';
import { compareRowSchema } from '../compare/compare-row.js';
import {
  batch,
  best,
  finals,
  log,
  model,
  result,
  retire,
  settingsKeys,
  share,
  timeSplit,
  trial,
} from '../../tuner/events.js';

const latency = seconds.describe('a call of the network: the sum of weight times best seconds of its layers');

const errorNumber = z.number().nullable();

const ofLayer = {
  layer: z.string().describe('name of the layer'),
  network_seconds: latency.nullable().describe('the latency of the network by then; null while a layer has no time'),
};

const start = z
  .object({
    event: z.literal('start'),
    network: z.string().describe('its name, or that of the file'),
    target: z.string().describe('in full, as logs write it'),
    layers: z.array(
      z.object({
        ...layerKeys,
        templates: z.array(
          z.object({ template: z.string(), raw_size: z.number().describe('configs before constraints') }),
        ),
        resumed: count.describe('trials found in the log, which count as done'),
      }),
    ),
    ...settingsKeys,
    trials: count.describe('of all layers in all, those already in the log included'),
    scheduler: z.string().describe(networkSettingsSchema.shape.scheduler.description ?? ''),
    alone: z.boolean().describe(networkSettingsSchema.shape.alone.description ?? ''),
    asks_model: z.boolean().describe('whether the explorer asks the model'),
    resumed: count.describe('trials of all layers found in the log'),
    network_seconds: ofLayer.network_seconds,
    history: count.describe('rows of history that the models learn from'),
    log,
  })
  .describe('first');

const layerResult = z.object({
  ...layerKeys,
  counts,
  trials: count.describe('those of the log and of other runs included'),
  seconds: seconds.nullable().describe('a call, null where nothing works or nothing is known'),
  template: z.string().nullable().describe('of the best'),
  best: result.nullable(),
  from: z
    .enum(['log', 'history', 'elsewhere', 'similar', 'suggested'])
    .nullable()
    .describe(
      'whose time that is: of this run and its log, or, since these have none, of the history on this machine, or of another machine or target there, which the time is of, too; of a model, a config without a time that does well on other workloads of the history, or that the template suggests',
    ),
  share: z.number().nullable().describe('of the latency of the network'),
  confirmed: z.boolean().describe('whether the best was measured again beside its rivals'),
  ties: z.array(result).describe('those statistically tied with the best'),
  run: count.describe('trials of this run'),
  failed: count.describe('of all'),
  ending: z
    .enum(['early-stop', 'failed', 'exhausted', 'decided'])
    .nullable()
    .describe(
      'why it gets no more trials while others do: no gain for a while, none of its looks worked, its spaces are measured, or that of its best template is and the others cannot catch up',
    ),
  templates: z.array(share).describe('how the templates shared its trials'),
  failures,
  first_failure: z.string().nullable().describe('of a compiler or a run, or else the first of all'),
  expected_share: z
    .number()
    .nullable()
    .describe('of a config that was taken from other workloads: the share of the best speed that it should reach'),
});

const program = z
  .object({
    name: z.string().describe('begins the names of all that its library defines'),
    calls: count.describe('calls of kernels, conversions of layouts included'),
    conversions: count.describe('calls that only bring a value into another layout, or to another place'),
    kernels: count.describe('distinct ones'),
    measured: z.boolean().describe('whether all of them were measured on this machine'),
    arena_bytes: count.describe('memory of what layers hand on'),
    least_arena_bytes: count.describe('the most that lives at the same time'),
    weights_bytes: count.nullable().describe('packed; null where no library was made'),
    scratch_bytes: count.nullable().describe('what the kernel needs that needs most; null where no library was made'),
    folder: z.string().nullable().describe('of the library'),
    link: z.string().nullable().describe('what a program adds to its compiler’s line: headers, library, flags'),
    seconds: seconds
      .nullable()
      .describe('a call of the built network, the median; null where it was not built, or is for several shapes'),
    in_place: z
      .object({
        libraries: count.describe('that were built and timed'),
        replaced: count.describe('kernels of the first that the one which is taken does not have'),
        first_seconds: seconds.describe('a call of every program of the first library'),
        seconds: seconds.describe('of the one that is taken'),
      })
      .nullable()
      .describe('--in-place: what choosing by times within the network brought; null without it'),
    compared: compareRowSchema
      .nullable()
      .describe('--compare: beside runtimes in one run; null of several shapes, too'),
    shapes: z
      .array(
        z.object({
          label: z.string().describe('its extents that are not the same in all shapes; empty where it is the only one'),
          inputs: z.record(z.string(), z.array(z.number())).describe('extents of inputs by name'),
          seconds: seconds.nullable().describe('the sum of weight times best seconds of its layers'),
          calls: count,
          conversions: count,
          arena_bytes: count,
          built_seconds: seconds.nullable().describe('a call, the median; null where the library was not built'),
          compared: compareRowSchema.nullable(),
        }),
      )
      .describe('those that its library serves, in the order of their indices'),
    verified: z
      .array(
        z.object({
          folder: z.string(),
          error: errorNumber,
          allowed: z.number(),
          correct: z.boolean(),
          against_float64: z
            .object({ library: errorNumber, given: errorNumber })
            .nullable()
            .describe('where it is not correct: errors of both against the model in float64'),
        }),
      )
      .describe('--verify: the largest error on each set, relative to max(|want|, rms(want)); null: not a number'),
  })
  .describe('what a model comes to');

const library = z
  .object({
    event: z.literal('library'),
    library: count.describe('counts from 1'),
    seconds: seconds.describe('a call of every program, the sum of its layers'),
  })
  .describe('--in-place: one was built, and its layers timed');

const finish = z
  .object({
    event: z.literal('finish'),
    reason: z.enum(['trials', 'minutes', 'early-stop', 'exhausted', 'decided', 'interrupted']),
    network: z.string(),
    target: z.string(),
    seconds: latency.nullable().describe(`${latency.description}; null where a layer has none`),
    interval: interval.nullable().describe('between which bounds that lies'),
    layers: z.array(layerResult).describe('in the order of the network'),
    gflops: gflops.nullable().describe('GFLOPS of the network, of the operations of the direct algorithms'),
    trials: count.describe('of this run'),
    resumed: count.describe('found in the log'),
    shared: count.describe('of other runs at the same time on the same log, which count as done'),
    failed: count.describe('of all'),
    peak_gflops: gflops.nullable().describe("the machine's multiply-add peak, measured at the end"),
    spent: timeSplit,
    log,
    replay: z.string().nullable().describe('the command that replays the log'),
    export: z
      .string()
      .nullable()
      .describe(
        'the command that makes a library of the log; null where nothing works or a model’s library was written',
      ),
    program: program.nullable().describe('of a model; null of all other networks'),
  })
  .describe('last: what the last lines of a run say');

export const networkEventSchema = z.discriminatedUnion('event', [
  start,
  noteEvent.extend({ layer: z.string().nullable().describe('name of the layer that it is about, if it is one') }),
  trial.extend({
    ...ofLayer,
    trial: count.describe('counts from 1 over all layers; 0 in other phases than the search'),
  }),
  best.extend(ofLayer).describe('a trial beats all before it of its layer'),
  batch.extend(ofLayer),
  model.extend(ofLayer),
  retire.extend(ofLayer).describe('a template gets no more trials of the layer'),
  finals.extend(ofLayer).describe('the search is over: the best configs of the layer are measured again'),
  library,
  finish,
]);

/** An event of a run of a network. */
export type NetworkEvent = Readonly<z.output<typeof networkEventSchema>>;
/** An event of one name. */
export type NetworkEventNamed<Name extends NetworkEvent['event']> = Extract<NetworkEvent, { readonly event: Name }>;
export type LayerRow = NetworkEventNamed<'finish'>['layers'][number];
export type Ending = NonNullable<LayerRow['ending']>;
