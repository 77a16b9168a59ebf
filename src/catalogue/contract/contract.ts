/**
 * The contract suite of templates as a library: random configs on awkward shapes, each kernel run between guard pages,
 * on one thread and several, and compared with the naive reference.
 */
import { backendOf, formatTarget } from '../../backend/registry.js';
import { ErrorNo } from '../../measure/measurement.js';
import { KernelMeasurer } from '../../measure/kernels.js';
import type { Operator } from '../../operator/operator.js';
import { Random } from '../../space/random.js';
import type { Target } from '../../target/target.js';
import type { Template } from '../../templates/template.js';
import { attempt, checkKernels, checkLog, checkPurity, checkSuggestions, survivesLog, type Finding } from './checks.js';
import type { ContractCheck, ContractEvent } from './events.js';
import { samples, seedOf, tasksOn, type ContractTask } from './tasks.js';

export interface ContractSubject {
  readonly template: Template;
  readonly operator: Operator;
  readonly targets: readonly Target[];
}

export interface CheckOptions {
  /** Random configs of each shape that a template serves, on each target. */
  readonly configs: number;
  /** Of the draws of configs and of the inputs. */
  readonly seed: number;
  /** Ends it after the kernel in flight. */
  readonly signal?: AbortSignal;
}

type Check = Omit<ContractCheck, 'event' | 'template'>;

/**
 * Checks the contract of templates, and tells of each check as it is made; whatever fails is an event, and the rest is
 * checked all the same. Throws MissingError without what builds and runs kernels, UsageError where a target cannot be
 * checked on this machine.
 */
export async function* checkContracts(
  subjects: readonly ContractSubject[],
  options: CheckOptions,
): AsyncGenerator<ContractEvent, void, void> {
  const { configs, seed, signal } = options;
  const counts = { kernels: 0, checks: 0, failed: 0 };
  for (const subject of subjects) {
    if (signal?.aborted === true) break;
    const { template, operator, targets } = subject;
    yield {
      event: 'start',
      template: template.name,
      operator: operator.name,
      targets: targets.map(formatTarget),
      configs,
      seed,
    };
    for await (const check of checksOf(subject, options)) {
      counts.checks++;
      if (check.check === 'kernel') counts.kernels++;
      if (!check.ok) counts.failed++;
      yield { event: 'check', template: template.name, ...check };
    }
  }
  yield { event: 'finish', templates: subjects.length, ...counts, aborted: signal?.aborted === true };
}

async function* checksOf(subject: ContractSubject, options: CheckOptions): AsyncGenerator<Check> {
  const { template, operator, targets } = subject;
  yield checkOperator(operator);
  let served = 0;
  for (const target of targets) {
    const tasks = attempt(() => tasksOn(target, template, operator));
    yield about('define', { target: formatTarget(target) }, typeof tasks === 'string' ? tasks : undefined);
    if (typeof tasks === 'string') continue;
    served += tasks.length;
    for await (const found of findingsOf(tasks, target, options)) yield fromFinding(found);
    if (options.signal?.aborted === true) return;
  }
  yield about('serves', {}, served > 0 ? undefined : 'it serves none of the shapes on any of the targets');
}

async function* findingsOf(
  tasks: readonly ContractTask[],
  target: Target,
  { configs, seed, signal }: CheckOptions,
): AsyncGenerator<Finding> {
  if (tasks.length === 0) return;
  const random = new Random(seedOf(target) + seed);
  const measurer = await KernelMeasurer.create((device) => backendOf(target).openChecker(target, device), { seed });
  try {
    measurer.check(target);
    for (const task of tasks) {
      yield checkLog(task);
      yield checkPurity(task);
      if (task.template.suggestions) yield checkSuggestions(task);
      const drawn = attempt(() => samples(task, random, configs));
      // Why none can be drawn was found by the first check.
      if (typeof drawn !== 'string') yield* checkKernels(task, drawn, measurer, signal);
      if (signal?.aborted === true) return;
    }
  } finally {
    await measurer.close();
  }
}

/** Named workloads have work, and are the same when they are read back from a log. */
function checkOperator(operator: Operator): Check {
  const fault = attempt(() => {
    for (const name of Object.keys(operator.workloads)) {
      const workload = operator.workload(name, {});
      const flops = operator.flops(workload);
      if (!(flops > 0 && Number.isFinite(flops))) return `flops of ${name} is ${flops}, which is no number above 0`;
      if (!survivesLog(operator, workload)) return `${name} is another workload when it is read back from a log`;
    }
    return undefined;
  });
  return about('operator', {}, fault);
}

function about(check: Check['check'], place: { readonly target?: string }, problem: string | undefined): Check {
  return {
    check,
    workload: null,
    target: place.target ?? null,
    index: null,
    values: null,
    ok: problem === undefined,
    error: problem === undefined ? ErrorNo.none : ErrorNo.unknown,
    message: problem ?? null,
  };
}

function fromFinding({ check, task, config, error, problem }: Finding): Check {
  return {
    check,
    workload: task.workload.name,
    target: formatTarget(task.target),
    index: config?.index ?? null,
    values: config?.values ?? null,
    ok: problem === undefined,
    error,
    message: problem ?? null,
  };
}
