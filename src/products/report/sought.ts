/** What an explanation of logs looks for. */
import { backendOf, defaultBackend, formatTarget, parseTarget } from '../../backend/registry.js';
import { identify } from '../../log/record/identify.js';
import type { LoggedRecord } from '../../log/record/log.js';
import type { Workload } from '../../operator/operator.js';
import { MissingError, OtherMachineError, TuneError, UsageError } from '../../target/errors.js';
import { didYouMean } from '../../target/nearest.js';
import { shortened } from '../../target/visible.js';
import type { Known } from '../../templates/known.js';

export interface Sought {
  /** The name that was given. */
  readonly name: string;
  /** Its shape for each operator that knows the name. */
  readonly workloads: readonly Workload[];
  readonly target: string | undefined;
  /** What kernels for the target run on here. */
  readonly fingerprint: string | undefined;
}

/**
 * A workload by its name as it is printed, with or without its operator before it, on a target or any. Throws
 * UsageError for a workload or a kind of target that nobody knows.
 */
export function soughtIn(
  records: readonly LoggedRecord[],
  workload: string,
  asked: string | undefined,
  known: Known,
): Sought {
  const target = asked === undefined ? undefined : inFull(asked);
  const backend = target === undefined ? defaultBackend : backendOf({ kind: target.trim().split(/\s+/)[0]! });
  return { ...named(workload, records, known), target, fingerprint: backend.fingerprint() };
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
function named(text: string, records: readonly LoggedRecord[], known: Known): Pick<Sought, 'name' | 'workloads'> {
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
