/** What every template promises, each promise as a check. */
import { isDeepStrictEqual } from 'node:util';
import { makeKernel } from '../../backend/make-kernel.js';
import { reference } from '../../backend/cpu/reference.js';
import { generate } from '../../backend/generate.js';
import { ErrorNo } from '../../measure/measurement.js';
import type { KernelMeasurer } from '../../measure/kernels.js';
import type { Operator, Workload, WorkloadArg } from '../../operator/operator.js';
import type { Config } from '../../space/config.js';
import { fromEntities, toEntities } from '../../space/entity.js';
import { Random } from '../../space/random.js';
import { operatorOf } from '../../templates/task.js';
import { toleranceOf } from '../../templates/tolerance.js';
import type { Values } from '../../space/space.js';
import type { Task } from '../../templates/template.js';
import { samples } from './tasks.js';
import { defined } from '../../target/defined.js';

export interface Finding {
  /**
   * `kernel`: a config is built, run and compared with the reference. `pure`: the same config gives the same source.
   * `log`: there is a config, and configs and the workload survive the log. `suggestions`: what the template suggests
   * has a value for every knob, and is the same when it is asked for again.
   */
  readonly check: 'kernel' | 'pure' | 'log' | 'suggestions';
  readonly task: Task;
  /** Absent where the check is of no single one. */
  readonly config?: Config;
  /** AutoTVM's class of what went wrong with a kernel. */
  readonly error: ErrorNo;
  readonly problem: string | undefined;
}

/**
 * Random configs of a task are right: each is built, run between guard pages on fresh inputs with its output poisoned,
 * and its whole output compared with the naive reference. When aborted, those that were run.
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
  const entries = configs.map((config) => ({
    make: () => makeKernel(task, config),
    tolerance: toleranceOf(task, config),
  }));
  const problem = { reference: naive, target };
  let place = 0;
  for await (const { error, message } of measurer.measure(problem, entries, signal ? { signal } : {})) {
    const config = configs.at(place++)!;
    yield { check: 'kernel', task, config, error, problem: error === ErrorNo.none ? undefined : (message ?? 'failed') };
  }
}

export function attempt<T>(run: () => T): T | string {
  try {
    return run();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export function checkPurity(task: Task): Finding {
  return finding('pure', task, () => {
    const config = samples(task, new Random(1), 1).at(0);
    if (!config || generate(task, config).source === generate(task, config).source) return undefined;
    return { config, problem: 'the same config gives another source when it is scheduled again' };
  });
}

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
export function checkSuggestions(task: Task): Finding {
  return finding('suggestions', task, () => {
    const { template, workload, target, space } = task;
    const suggest = (): readonly Values[] => template.suggestions?.(workload, target) ?? [];
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

export function survivesLog(operator: Operator, workload: Workload): boolean {
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
