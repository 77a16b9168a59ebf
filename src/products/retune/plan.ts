/** The work of a job: one workload on one target each, checked before anything is measured. */
import { formatTarget, parseTarget } from '../../backend/registry.js';
import { findOperator } from '../../operator/registry.js';
import type { Operator, Workload } from '../../operator/operator.js';
import { UsageError } from '../../target/errors.js';
import { closeTo } from '../../target/nearest.js';
import type { Target } from '../../target/target.js';
import type { Known } from '../../templates/known.js';
import { isFilePath } from '../../catalogue/load-file.js';
import type { Manifest, ManifestWorkload } from './manifest.js';
import { defined } from '../../target/defined.js';

export interface Work {
  readonly operator: Operator;
  readonly workload: Workload;
  readonly target: Target;
  readonly template: string;
  readonly trials: number;
  readonly minutes: number | undefined;
  /** Where the manifest asks for it. */
  readonly path: readonly PropertyKey[];
}

/** As rows and progress name it. */
export function namesOf({ operator, workload, target }: Work): {
  readonly operator: string;
  readonly workload: string;
  readonly target: string;
} {
  return { operator: operator.name, workload: workload.name, target: formatTarget(target) };
}

/** The error of what is wrong at a place of the manifest. */
type Problem = (path: readonly PropertyKey[], what: string) => UsageError;

/**
 * `read` reads targets: by default those of this machine. Throws UsageError, with the place in the file, for what does
 * not exist or cannot be; MissingError for a target.
 */
export function planWork(
  manifest: Manifest,
  known: Known,
  problem: Problem,
  read: (text: string) => Target = parseTarget,
): readonly Work[] {
  return manifest.workloads.flatMap((given, place) => {
    const at = ['workloads', place];
    const asked = typeof given === 'string' ? parsed(given) : given;
    // A manifest is data, and a path would be code to run.
    if (asked.template !== undefined && isFilePath(asked.template))
      throw problem(
        [...at, 'template'],
        'it is a file, and a manifest names no code: give the file with --template, and the name of its template here',
      );
    const operator = placed(problem, at, () => findOperator(asked.operator, known.operators));
    const workloads = placed(problem, at, () => workloadsOf(operator, asked));
    const targetsAt = asked.targets ? [...at, 'targets'] : ['targets'];
    const targets = (asked.targets ?? manifest.targets).map((text, i) =>
      placed(problem, [...targetsAt, i], () => read(text)),
    );
    return workloads.flatMap((workload) =>
      targets.map((target) => ({
        operator,
        workload,
        target,
        template: asked.template ?? 'auto',
        trials: asked.trials ?? manifest.budget.trials,
        minutes: asked.minutes ?? manifest.budget.minutes,
        path: at,
      })),
    );
  });
}

type Asked = Exclude<ManifestWorkload, string>;

/** `conv2d resnet18.C2` */
function parsed(text: string): Asked {
  const [operator = '', workload, ...rest] = text.trim().split(/\s+/);
  if (rest.length > 0) return { operator, workload: [workload, ...rest].join(' '), shape: {} };
  return { operator, shape: {}, ...defined({ workload }) };
}

/** One, or all named ones that a name with an asterisk at its end stands for: `resnet18.*`. */
function workloadsOf(operator: Operator, { workload: name, shape }: Asked): readonly Workload[] {
  const words = Object.fromEntries(
    Object.entries(shape).map(([key, value]) => [key, Array.isArray(value) ? value.join(',') : String(value)]),
  );
  checkKeys(operator, words);
  if (name?.endsWith('*') !== true) return [operator.workload(name, words)];
  const names = Object.keys(operator.workloads).filter((one) => one.startsWith(name.slice(0, -1)));
  if (names.length === 0)
    throw new UsageError(
      `no workload of ${operator.name} begins with "${name.slice(0, -1)}": \`tune list workloads ${operator.name}\` lists them`,
    );
  return names.map((one) => operator.workload(one, words));
}

function checkKeys({ name, options }: Operator, words: Readonly<Record<string, string>>): void {
  const known = [...new Set(options.map(({ key }) => key))];
  const unknown = Object.keys(words).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const meant = closeTo(unknown, known);
  const hint = meant === undefined ? `; it has ${known.join(', ')}` : `: did you mean "${meant}"?`;
  throw new UsageError(`the shape of ${name} has no "${unknown}"${hint}`);
}

function placed<T>(problem: Problem, path: readonly PropertyKey[], make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof UsageError) throw problem(path, error.message);
    throw error;
  }
}
