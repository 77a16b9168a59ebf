/**
 * The contract suite of templates as a library: random configs on awkward shapes, each kernel run between guard pages,
 * on one thread and several, and compared with the naive reference.
 */
import { backendOf, formatTarget } from '../../backend/registry.js';
import { ErrorNo } from '../../measure/measurement.js';
import { KernelMeasurer } from '../../measure/kernels.js';
import type { Operator, Workload, WorkloadArg } from '../../operator/operator.js';
import { Random } from '../../space/random.js';
import type { Target } from '../../target/target.js';
import type { Template, Task } from '../../templates/template.js';
import type { ContractCheck, ContractEvent } from './events.js';
import { samples, seedOf, tasksOn, type ContractTask } from './tasks.js';
import { isDeepStrictEqual } from 'node:util';
import { makeKernel } from '../../backend/make-kernel.js';
import { reference } from '../../backend/cpu/reference.js';
import { generate } from '../../backend/generate.js';
import type { Config } from '../../space/config.js';
import { fromEntities, toEntities } from '../../space/entity.js';
import { operatorOf } from '../../templates/task.js';
import { toleranceOf } from '../../templates/tolerance.js';
import type { Values } from '../../space/space.js';
import { defined } from '../../target/defined.js';

export interface ContractSubject {
  readonly template: Template;
  readonly operator: Operator;
  readonly targets: readonly Target[];
}

interface CheckOptions {
  /** Random configs of each shape that a template serves, on each target. */
  readonly configs: number;
  /** Of the draws of configs and of the inputs. */
  readonly seed: number;
  /** Ends it after the kernel in flight. */
  readonly signal?: AbortSignal;
}

type Check = Omit<ContractCheck, 'event' | 'template'>;

/**
 * Checks the contract of templates, and reports each check as it is made; whatever fails is an event, and the rest is
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
      if (task.template.suggestions ?? task.template.shortList) yield checkSuggestions(task);
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

/** @internal The tests' contracts say it as well. */
export interface Finding {
  /**
   * `kernel`: a config is built, run and compared with the reference. `pure`: the same config gives the same source.
   * `log`: there is a config, and configs and the workload survive the log. `suggestions`: what the template suggests
   * has a value for every knob, and is the same when it is asked for again.
   */
  readonly check: 'kernel' | 'pure' | 'log' | 'suggestions';
  readonly task: Task;
  readonly config?: Config;
  /** AutoTVM's class of what went wrong with a kernel. */
  readonly error: ErrorNo;
  readonly problem: string | undefined;
}

/**
 * Random configs of a task are right: each is built, run between guard pages on fresh inputs with its output poisoned,
 * and its whole output compared with the naive reference. When aborted, those that were run.
 *
 * @internal The tests' contracts say it as well.
 */
export async function* checkKernels(
  task: Task,
  configs: readonly Config[],
  measurer: KernelMeasurer,
  signal?: AbortSignal,
): AsyncGenerator<Finding, void, undefined> {
  const { workload, target } = task;
  const naive = attempt(() => reference(workload, undefined, task.operator));
  if (typeof naive === 'string') {
    yield { check: 'kernel', task, error: ErrorNo.unknown, problem: naive };
    return;
  }
  const problem = { reference: naive, target };
  const measured = async function* (some: readonly Config[]) {
    const entries = some.map((config) => ({
      make: () => makeKernel(task, config),
      tolerance: toleranceOf(task, config),
    }));
    let place = 0;
    for await (const trial of measurer.measure(problem, entries, signal ? { signal } : {}))
      yield { ...trial, config: some[place++]! };
  };
  const late: Config[] = [];
  for await (const { config, error, message } of measured(configs)) {
    if (error === ErrorNo.runTimeout) late.push(config);
    else yield kernelFinding(task, config, error, message);
  }
  // A busy machine may hold a kernel up; one that hangs does so again.
  for await (const { config, error, message } of measured(late)) yield kernelFinding(task, config, error, message);
}

function kernelFinding(task: Task, config: Config, error: ErrorNo, message: string | undefined): Finding {
  return { check: 'kernel', task, config, error, problem: error === ErrorNo.none ? undefined : (message ?? 'failed') };
}

function attempt<T>(run: () => T): T | string {
  try {
    return run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @internal */
export function checkPurity(task: Task): Finding {
  return finding('pure', task, () => {
    const config = samples(task, new Random(1), 1).at(0);
    if (!config || generate(task, config).source === generate(task, config).source) return undefined;
    return { config, problem: 'the same config gives another source when it is scheduled again' };
  });
}

/** @internal */
export function checkLog(task: Task): Finding {
  return finding('log', task, () => {
    const { space, workload } = task;
    const configs = samples(task, new Random(2), 5);
    if (configs.length === 0) return { problem: 'its space has no valid config' };
    const config = configs.find((one) => !isDeepStrictEqual(fromEntities(space, toEntities(space, one)), one));
    if (config) return { config, problem: 'a config is another one when it is read back from a log' };
    if (survivesLog(operatorOf(task), workload)) return undefined;
    return { problem: 'the workload is another one when its arguments are read back from a log' };
  });
}

/**
 * What a template suggests has a value for every knob, and is always the same; its work is a number of FLOPs. A search
 * passes over what the space does not allow together.
 */
function checkSuggestions(task: Task): Finding {
  return finding('suggestions', task, () => {
    const { template, workload, target, space } = task;
    const suggest = (): readonly Values[] => [
      ...(template.suggestions?.(workload, target) ?? []),
      ...(template.shortList?.(workload, target) ?? []),
    ];
    const suggested = suggest();
    for (const values of suggested) {
      const lacking = space.knobs.find(({ name, unsaid }) => (values[name] ?? unsaid) === undefined);
      if (!lacking) continue;
      return { problem: `${JSON.stringify(values)}, which it suggests, has no value for the knob ${lacking.name}` };
    }
    if (!isDeepStrictEqual(suggested, suggest()))
      return { problem: 'it suggests something else when it is asked again' };
    const work = template.work?.(workload, target) ?? 1;
    return work > 0 && work < Infinity ? undefined : { problem: `the work of what it suggests is ${work} FLOPs` };
  });
}

function survivesLog(operator: Operator, workload: Workload): boolean {
  const args = throughJson(operator.encode(workload)) as WorkloadArg[];
  return isDeepStrictEqual(throughJson(operator.decode(args)), throughJson(workload));
}

function throughJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

interface Fault {
  readonly config?: Config;
  readonly problem: string;
}

function finding(check: Finding['check'], task: Task, find: () => Fault | undefined): Finding {
  const found = attempt(find);
  const fault = typeof found === 'string' ? { problem: found } : found;
  const { config, problem }: Partial<Fault> = fault ?? {};
  const error = fault ? ErrorNo.unknown : ErrorNo.none;
  return { check, task, ...defined({ config }), error, problem };
}
