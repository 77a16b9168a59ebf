/** What is known of the kernels of a model: measured here, known from a history, or only suggested. */
import { formatTarget, fingerprintOf } from '../../backend/registry.js';
import type { Catalogue } from '../../catalogue/catalogue.js';
import { InstantiationError } from '../../ir/errors.js';
import { elementTypeOf, type Operator, type Workload } from '../../operator/operator.js';
import { findOperator } from '../../operator/registry.js';
import { imageLayouts, leavesLayoutsOpen, type ImageLayouts } from '../program/image-layouts.js';
import type { KernelForm } from '../program/layer.js';
import type { Layout } from '../program/layout.js';
import { WorkError } from '../../target/errors.js';
import type { Target } from '../../target/target.js';
import { makeTask } from '../../templates/task.js';
import { historiesIn } from '../../transfer/record-histories.js';
import type { TaskHistory } from '../../transfer/known-tasks.js';
import { Leaderboard, type Best } from '../../tuner/leaderboard.js';
import { measuredBefore, type NamedLog } from '../../tuner/task-states.js';
import { allThatApply, chooseTemplates, derivedFor } from '../../catalogue/choose-templates.js';
import { adoptKernels, type Sharing } from './adopted-kernels.js';
import { expectKernels, sourcesFor } from '../../transfer/expected-kernels.js';
import { findKnownBests } from './known-bests.js';
import { workKey, type PlannedLayer, type NetworkKernel } from './network-layer.js';
import type { Task } from '../../templates/template.js';

interface LaidKernel extends ImageLayouts {
  readonly kernel: NetworkKernel;
  readonly seconds: number;
}

interface KernelLogs {
  readonly own: readonly NamedLog[];
  readonly history: readonly NamedLog[];
}

/** What stays as it is while the own log grows: of workloads, by `workKey`, and of operators and types of elements. */
interface Kept {
  readonly planned: Map<string, PlannedLayer>;
  readonly histories: Map<string, readonly TaskHistory[]>;
  readonly unmeasured: Map<string, readonly NetworkKernel[]>;
}

/** Seconds of a kernel in a network beyond those of its trials. */
type Extra = (kernel: NetworkKernel) => number;

interface Board {
  readonly board: Leaderboard;
  readonly from: 'log' | 'history';
}

export class KernelTable {
  readonly #found = new Map<string, readonly NetworkKernel[]>();
  readonly #boards = new Map<string, readonly Board[]>();
  /** Templates that the logs have trials of, by name. */
  readonly #tried: ReadonlySet<string>;

  constructor(
    private readonly target: Target,
    private readonly layouts: readonly Layout[],
    private readonly catalogue: Catalogue,
    private readonly logs: KernelLogs,
    private readonly extra: Extra = () => 0,
    private readonly kept: Kept = { planned: new Map(), histories: new Map(), unmeasured: new Map() },
  ) {
    this.#tried = new Set([...logs.own, ...logs.history].flatMap(({ records }) => records.map(({ task }) => task)));
  }

  withLog(own: readonly NamedLog[]): KernelTable {
    return new KernelTable(this.target, this.layouts, this.catalogue, { ...this.logs, own }, this.extra, this.kept);
  }

  /** The same, of which kernels need other seconds in a network beyond those that they are known by. */
  withExtra(extra: Extra): KernelTable {
    return new KernelTable(this.target, this.layouts, this.catalogue, this.logs, extra, this.kept);
  }

  plan(workload: Workload): PlannedLayer {
    const operator = findOperator(workload.operator);
    const key = workKey({ operator, workload });
    const found = this.kept.planned.get(key);
    if (found) return found;
    const tasks = chooseTemplates(allThatApply, workload, this.target, this.catalogue.templates).map((template) =>
      makeTask(template, workload, this.target, operator),
    );
    const planned = { name: `${operator.name} ${workload.name}`, weight: 1, operator, workload, tasks };
    this.kept.planned.set(key, planned);
    return planned;
  }

  /**
   * The fastest known kernels of a form, one for each way in which it may lay its images. `sharing`: what adds weights
   * to a library counts as slower by their price.
   */
  of({ workload, layouts, areRows = false, inputs }: KernelForm, sharing?: Sharing): readonly LaidKernel[] {
    const kernels = [...this.#kernelsOf(workload), ...(sharing ? this.#sharing(workload, sharing) : [])]
      .map((kernel) => {
        const added = sharing ? sharing.price * sharing.newBytes(kernel) : 0;
        return { kernel, seconds: this.secondsOf(kernel) + added };
      })
      .toSorted((a, b) => a.seconds - b.seconds);
    if (layouts) return kernels.slice(0, 1).map((timed) => ({ ...timed, ...layouts }));
    const fastest = new Map<string, LaidKernel>();
    for (const { kernel, seconds } of kernels) {
      const laid = this.#laid(kernel, areRows);
      if (!laid) continue;
      const key = JSON.stringify([laid.inputs.slice(0, inputs.length), laid.output]);
      if (!fastest.has(key)) fastest.set(key, { kernel, seconds, ...laid });
    }
    return [...fastest.values()];
  }

  /** The fastest kernel of a workload that has one layout. Throws WorkError where no template has a config for it. */
  fastest(workload: Workload): NetworkKernel {
    const [kernel] = this.#kernelsOf(workload).toSorted((a, b) => this.secondsOf(a) - this.secondsOf(b));
    if (kernel) return kernel;
    throw new WorkError(
      `There is no kernel of ${workload.operator} ${workload.name} for ${formatTarget(this.target)}.`,
    );
  }

  /** The layer with the templates first that are known or expected to be fast: few trials may not be for all. */
  fastestFirst(planned: PlannedLayer): PlannedLayer {
    const kernels = this.#kernelsOf(planned.workload).toSorted((a, b) => this.secondsOf(a) - this.secondsOf(b));
    const names = kernels.map(({ task }) => task.template.name);
    const placeOf = ({ template: { name } }: Task): number =>
      names.includes(name) ? names.indexOf(name) : names.length;
    return { ...planned, tasks: planned.tasks.toSorted((a, b) => placeOf(a) - placeOf(b)) };
  }

  /** In a network. */
  secondsOf(kernel: NetworkKernel): number {
    return kernel.seconds + this.extra(kernel);
  }

  measured(workload: Workload): NetworkKernel | undefined {
    return this.#kernelsOf(workload).find(({ best }) => best !== undefined);
  }

  #laid({ task, config }: Pick<NetworkKernel, 'task' | 'config'>, areRows = false): ImageLayouts | undefined {
    try {
      return imageLayouts(task, config, this.layouts, areRows);
    } catch (error) {
      if (error instanceof InstantiationError) return undefined;
      throw error;
    }
  }

  /** The fastest first: of each template and value of a knob `layout` one, or what is known without a measurement. */
  #kernelsOf(workload: Workload): readonly NetworkKernel[] {
    const planned = this.plan(workload);
    const key = workKey(planned);
    const found = this.#found.get(key) ?? this.#find(planned);
    this.#found.set(key, found);
    return found;
  }

  #find(planned: PlannedLayer): readonly NetworkKernel[] {
    const here = this.#measured(planned);
    if (here.length > 0) return here.toSorted((a, b) => a.seconds - b.seconds);
    const key = workKey(planned);
    const found = this.kept.unmeasured.get(key) ?? this.#unmeasured(planned);
    this.kept.unmeasured.set(key, found);
    return found;
  }

  #unmeasured(planned: PlannedLayer): readonly NetworkKernel[] {
    const isUsable = (kernel: Pick<NetworkKernel, 'task' | 'config'>): boolean => this.#isUsable(kernel);
    const elsewhere = findKnownBests([planned], this.logs.history, this.catalogue, isUsable).get(planned.name);
    if (elsewhere) {
      const { task, config, seconds } = elsewhere.best;
      return [{ task, config, seconds, best: undefined, from: 'elsewhere' }];
    }
    const expected = expectKernels(planned, this.target, this.#sourcesOf(planned), isUsable);
    return expected.map((kernel) => ({ ...kernel, best: undefined }));
  }

  #measured(planned: PlannedLayer): NetworkKernel[] {
    return this.#boardsOf(planned).flatMap(({ board, from }) => this.#bestOf(board, from) ?? []);
  }

  /** The fastest in a network: the first of the board, or one of finals that reads cold weights faster. */
  #bestOf(board: Leaderboard, from: Board['from']): NetworkKernel | undefined {
    const contenders = board.contenders();
    // Finals of a layer may have been among kernels of other layouts; these stand as the search saw them.
    const first = [...contenders, ...board.superseded].find((one) => this.#isUsable(one));
    const ofFinals = contenders.filter((one) => one.cold !== undefined && this.#isUsable(one));
    const kernels = [...(first ? [first] : []), ...ofFinals].map((best) => measuredKernel(best, from));
    return kernels.toSorted((a, b) => this.secondsOf(a) - this.secondsOf(b)).at(0);
  }

  /** Those that share weights: of what was measured, the fastest of each template and layout that is not far behind. */
  #sharing(workload: Workload, sharing: Sharing): readonly NetworkKernel[] {
    const measured = this.#boardsOf(this.plan(workload)).flatMap(({ board, from }): NetworkKernel[] => {
      for (const best of board.contenders(MOST_SLOWER)) {
        if (this.#isUsable(best) && sharing.newBytes(best) === 0) return [measuredKernel(best, from)];
      }
      return [];
    });
    const adopted = adoptKernels(this.#kernelsOf(workload), sharing, (kernel) => this.#isUsable(kernel));
    return [...measured, ...adopted];
  }

  /** Of each log, template and value of a knob `layout` one. */
  #boardsOf(planned: PlannedLayer): readonly Board[] {
    const key = workKey(planned);
    const { own, history } = this.logs;
    const tried = { ...planned, tasks: [...planned.tasks, ...this.#derived(planned)] };
    const found = this.#boards.get(key) ?? [
      ...boardsIn(tried, own).map((board) => ({ board, from: 'log' as const })),
      ...boardsIn(tried, history).map((board) => ({ board, from: 'history' as const })),
    ];
    this.#boards.set(key, found);
    return found;
  }

  /** Of templates that nothing takes without being asked: those that were, as the logs show. */
  #derived({ workload, operator, tasks }: PlannedLayer): readonly Task[] {
    return derivedFor(workload, this.target, this.catalogue.templates)
      .filter(({ name }) => this.#tried.has(name) && tasks.every(({ template }) => template.name !== name))
      .map((template) => makeTask(template, workload, this.target, operator));
  }

  /** A kernel whose layouts values cannot have is none. */
  #isUsable({ task, config }: Pick<NetworkKernel, 'task' | 'config'>): boolean {
    return !leavesLayoutsOpen(task.workload) || this.#laid({ task, config }) !== undefined;
  }

  #historiesOf(operator: Operator): readonly TaskHistory[] {
    const records = this.logs.history.flatMap((log) => log.records);
    return historiesIn(operator, records, this.catalogue).histories;
  }

  /** What was measured of kernels that multiply as those of a layer do. */
  #sourcesOf({ operator, workload }: PlannedLayer): readonly TaskHistory[] {
    const key = JSON.stringify([operator.name, elementTypeOf(workload)]);
    const found =
      this.kept.histories.get(key) ??
      sourcesFor({ operator, workload, target: this.target }, this.#historiesOf(operator));
    this.kept.histories.set(key, found);
    return found;
  }
}

/** Of each template and value of a knob `layout` one. */
function boardsIn(planned: PlannedLayer, logs: readonly NamedLog[]): readonly Leaderboard[] {
  const boards = new Map<string, Leaderboard>();
  for (const { task, trial } of measuredBefore(planned, logs)) {
    const key = JSON.stringify([task.template.name, trial.config.values['layout']]);
    const board = boards.get(key) ?? new Leaderboard(planned.operator.flops(planned.workload));
    boards.set(key, board);
    board.add(task, trial);
  }
  return [...boards.values()];
}

/** The share of time by which kernels of small layers may be slower than the fastest where they share weights. */
const MOST_SLOWER = 0.5;

/** One of this machine's. */
function measuredKernel(best: Best, from: Board['from']): NetworkKernel {
  const { task, config, seconds, timestamp } = best;
  return { task, config, seconds, best, from, tuned: { machine: fingerprintOf(task.target), timestamp, seconds } };
}
