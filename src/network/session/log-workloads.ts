/** The workloads of a log, as the layers of a network. */
import type { Catalogue } from '../../catalogue/catalogue.js';
import { findOperator } from '../../operator/registry.js';
import { workloadKey } from '../../log/record/key.js';
import { readLog, skippedText, type LoggedRecord } from '../../log/record/log.js';
import { TuneError, UsageError } from '../../target/errors.js';
import { asOurs, templateOf } from '../../transfer/foreign.js';
import { workKey, type NetworkLayer } from './network-layer.js';

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

/** The workload of a record, or why it has none that is known. */
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
