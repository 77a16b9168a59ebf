/** Layers that are listed: in a file, by a program, or under the name of a network. */
import type { Catalogue } from '../../catalogue/catalogue.js';
import { findOperator } from '../../operator/registry.js';
import { UsageError, TuneError } from '../../target/errors.js';
import { shapeWords } from '../../tuner/tune-options.js';
import type { LayerSpec } from '../named/registry.js';
import { workKey, type NetworkLayer } from './network-layer.js';
import type { CheckedNetworkOptions } from './network-options.js';
import { defined } from '../../target/defined.js';
import { z } from 'zod';
import { openYaml } from '../../target/read-yaml.js';
import { shapeOptionsIn } from '../../operator/shape-list.js';
import { workloadKey } from '../../log/record/key.js';
import { readLog, skippedText, type LoggedRecord } from '../../log/record/log.js';
import { asOurs, templateOf } from '../../transfer/record-histories.js';

interface LayerList {
  readonly specs: readonly LayerSpec[];
  readonly problem: (place: number, what: string) => UsageError;
  /** Where another layer stands: `line 3`. */
  readonly whereIs: (place: number) => string;
}

type GivenLayer = Exclude<CheckedNetworkOptions['network'], string>[number];

export function listLayers(layers: readonly (LayerSpec | GivenLayer)[]): LayerList {
  return {
    specs: layers.map((layer) => ({ ...layer, shape: shapeWords(layer.shape ?? {}) })),
    problem: (place, what) => new UsageError(`Layer ${place + 1} of the network: ${what}`),
    whereIs: (place) => `layer ${place + 1}`,
  };
}

/** Throws UsageError for a layer that cannot be, or is there twice. */
export function readLayers({ specs, problem, whereIs }: LayerList, { operators }: Catalogue): readonly NetworkLayer[] {
  const layers: NetworkLayer[] = [];
  const [works, names] = [new Map<string, number>(), new Map<string, number>()];
  for (const [place, spec] of specs.entries()) {
    const layer = readLayer(spec, operators, (what) => problem(place, what));
    const work = workKey(layer);
    const twin = works.get(work);
    if (twin !== undefined)
      throw problem(
        place,
        `this is ${layer.operator.name} ${layer.workload.name}, as ${whereIs(twin)} is: give one of them the weight of both.`,
      );
    const namesake = names.get(layer.name);
    if (namesake !== undefined)
      throw problem(place, `"${layer.name}" is the name of ${whereIs(namesake)}, too: take another name.`);
    works.set(work, place);
    names.set(layer.name, place);
    layers.push(layer);
  }
  return layers;
}

function readLayer(
  { operator, workload, shape = {}, weight, name }: LayerSpec,
  operators: Catalogue['operators'],
  problem: (what: string) => UsageError,
): NetworkLayer {
  try {
    const found = findOperator(operator, operators);
    const made = found.workload(workload, shape);
    return { name: name ?? made.name, weight, operator: found, workload: made };
  } catch (error) {
    if (error instanceof UsageError) throw problem(error.message);
    throw error;
  }
}

const entrySchema = z
  .object({
    operator: z.string(),
    workload: z.string().exactOptional(),
    weight: z.number().positive('it must be above 0').default(1),
    name: z.string().min(1, 'it must not be empty').exactOptional(),
  })
  .catchall(z.union([z.string(), z.number(), z.boolean()]));

/**
 * A JSON or YAML file, a list of maps: `operator`, a named `workload` (default: as on the command line) or shape
 * options by their long names, `weight` (default: 1) and `name`. Throws UsageError with line and column of what is
 * wrong.
 */
export function openLayerList(path: string): LayerList {
  const schema = z.array(entrySchema).min(1, 'it has no layer: list one at least');
  const { value, problem, lineOf } = openYaml(path, schema);
  return {
    specs: value.map(({ operator, workload, weight, name, ...options }) => ({
      operator,
      weight,
      ...defined({ workload, name }),
      shape: shapeOptionsIn(options),
    })),
    problem: (place, what) => problem([place], what),
    whereIs: (place) => `line ${lineOf([place])}`,
  };
}

/**
 * Each workload of a log once, weight 1, in the order in which they first appear, whatever target they were measured
 * for. Records of AutoTVM's templates whose knobs one of ours has count as ours. Throws UsageError where there is none.
 */
export async function readLogWorkloads(path: string, catalogue: Catalogue): Promise<readonly NetworkLayer[]> {
  const log = await readLog(path);
  const seen = new Set<string>();
  const layers = new Map<string, NetworkLayer>();
  let strange: string | undefined;
  for (const record of log.records) {
    const key = workloadKey(record);
    if (seen.has(key)) continue;
    seen.add(key);
    const layer = layerOf(record, catalogue);
    if (typeof layer === 'string') strange ??= layer;
    else if (!layers.has(workKey(layer))) layers.set(workKey(layer), layer);
  }
  if (layers.size > 0) return withOwnNames([...layers.values()]);
  const skipped = skippedText(log);
  const reason = strange ?? (skipped === undefined ? 'it is empty' : skipped);
  throw new UsageError(`${path} has no workload of an operator of tune (${reason}): name a log that \`tune\` wrote.`);
}

function layerOf(record: LoggedRecord, catalogue: Catalogue): NetworkLayer | string {
  const template = templateOf(record, catalogue);
  if (!template) return `line ${record.line} is of "${record.tune?.operator ?? record.task}"`;
  try {
    const operator = findOperator(template.operator, catalogue.operators);
    const workload = operator.decode(asOurs(record).args);
    return { name: workload.name, weight: 1, operator, workload };
  } catch (error) {
    if (error instanceof TuneError) return `line ${record.line}: ${error.message}`;
    throw error;
  }
}

/** Workloads of two operators may have one name. */
function withOwnNames(layers: readonly NetworkLayer[]): readonly NetworkLayer[] {
  return layers.map((layer) => {
    const isShared = layers.some((other) => other !== layer && other.name === layer.name);
    return isShared ? { ...layer, name: `${layer.operator.name} ${layer.name}` } : layer;
  });
}
