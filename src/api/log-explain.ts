import { z } from 'zod';
import { backendOf, defaultBackend, formatTarget, parseTarget } from '../backend/registry.js';
import type { Workload } from '../operator/operator.js';
import { identify } from '../log/record/identify.js';
import type { LoggedRecord } from '../log/record/log.js';
import { explanationOf, type Candidate } from '../products/report/explanation.js';
import { MissingError, OtherMachineError, TuneError, UsageError } from '../target/errors.js';
import { didYouMean } from '../target/nearest.js';
import { shortened } from '../target/visible.js';
import type { Known } from '../templates/known.js';
import { checked } from '../target/checked.js';
import { onNoteSchema, someRecords } from './logs.js';
import { catalogueWith, modulesSchema } from '../catalogue/resolve.js';
import type { LogExplain } from './schema/log-explain.js';

/** The options of `logExplain`. */
const logExplainOptionsSchema = z.strictObject({
  target: z.string().exactOptional().describe('as it is printed, or as `tune <operator>` takes it; default: any'),
  modules: modulesSchema,
  onNote: onNoteSchema.exactOptional(),
});

export type LogExplainOptions = Readonly<z.input<typeof logExplainOptionsSchema>>;

/**
 * Which record of some logs stands for a workload and why, or why there is none, and what comes nearest: other shapes,
 * targets and machines with what differs, failures, templates that are gone or changed. The workload is a name as it is
 * printed, with or without its operator before it. Throws UsageError for a log, a workload or a kind of target that
 * nobody knows, WorkError when there is no record.
 */
export async function logExplain(
  workload: string,
  logs: readonly string[],
  options: LogExplainOptions = {},
): Promise<LogExplain> {
  const { target: asked, modules, onNote } = checked(logExplainOptionsSchema, options);
  const known = await catalogueWith(modules);
  const { records } = await someRecords(logs, onNote);
  const { name, workloads } = named(workload, records, known);
  const target = asked === undefined ? undefined : inFull(asked);
  const backend = target === undefined ? defaultBackend : backendOf({ kind: target.trim().split(/\s+/)[0]! });
  const sought = { name, workloads, target, fingerprint: backend.fingerprint() };
  const { finding, reasons, candidates } = explanationOf(records, sought, known);
  return {
    workload: name,
    operators: workloads.map(({ operator }) => operator),
    target: target ?? null,
    found: finding === 'found',
    finding,
    reasons: [...reasons],
    candidates: candidates.map(toJson),
  };
}

/** As logs write it; what this machine cannot resolve stays as it was given. Throws UsageError for an unknown kind. */
function inFull(target: string): string {
  try {
    return formatTarget(parseTarget(target));
  } catch (error) {
    if (error instanceof MissingError || error instanceof OtherMachineError) return target;
    throw error;
  }
}

/** The shapes that a name stands for. Throws UsageError for one that neither an operator nor a log knows. */
function named(
  text: string,
  records: readonly LoggedRecord[],
  known: Known,
): { readonly name: string; readonly workloads: readonly Workload[] } {
  const [first = '', ...rest] = text.trim().split(/\s+/);
  const operators = known.operators.filter((operator) => rest.length === 0 || operator.name === first);
  const name = rest.length === 0 ? first : rest.join(' ');
  const workloads = operators.flatMap((operator) => {
    try {
      return [operator.workload(name, {})];
    } catch (error) {
      if (error instanceof TuneError) return [];
      throw error;
    }
  });
  const logged = new Set(records.flatMap((record) => identify(record, known).workload ?? []));
  if (workloads.length > 0 || logged.has(name)) return { name, workloads };
  const names = [...logged, ...known.operators.flatMap((operator) => Object.keys(operator.workloads))];
  throw new UsageError(
    `There is no workload "${shortened(text)}"${didYouMean(name, names)} \`tune list workloads\` lists those with a name; any other is a shape as it is printed.`,
  );
}

function toJson({ best, failures, differences, ...candidate }: Candidate): LogExplain['candidates'][number] {
  const { operator, workload, target, fingerprint, template, trials, refusal } = candidate;
  return {
    ...{ operator, workload, target, fingerprint, template, trials, refusal },
    failures: [...failures],
    differences: [...differences],
    best: best && {
      index: best.record.index,
      seconds: best.seconds,
      interval: [best.low, best.high],
      noisy: best.noisy,
      log: best.record.log,
      line: best.record.line,
    },
  };
}
