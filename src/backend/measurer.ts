import { grouped } from '../target/grouped.js';
import type { DeviceKernel } from '../ir/device-kernel.js';
import type { CompilerUse } from '../measure/build.js';
import type { Entry } from '../measure/build-loop.js';
import { KernelMeasurer, type KernelMeasurerOptions, type RemeasureOptions } from '../measure/kernels.js';
import type { Device, DeviceOptions } from '../measure/device.js';
import type { MeasureOptions, Measurer, RoundsTrial, Trial } from '../measure/measurement.js';
import type { Problem } from '../measure/session.js';
import type { Workload } from '../operator/operator.js';
import type { Config } from '../space/config.js';
import type { Target } from '../target/target.js';
import { toleranceOf } from '../templates/tolerance.js';
import type { Task } from '../templates/template.js';
import { PhysicalLimits } from './physical-limits.js';
import { makeKernel, type Generate } from './make-kernel.js';
import { reference } from './cpu/reference.js';
import { backendOf, defaultBackend, formatTarget } from './registry.js';

export interface LocalMeasurerOptions extends KernelMeasurerOptions {
  /** Of the targets whose device is opened at once; default: this machine's CPU. */
  readonly kind?: string;
  /** Opens what kernels of a kind are built and timed on; default: what is here. */
  readonly open?: ((kind: string, options: DeviceOptions) => Promise<Device>) | undefined;
  /** Source of a config; throws InstantiationError. */
  readonly generate?: Generate;
  /** The naive computation of a workload. */
  readonly reference?: (workload: Workload) => DeviceKernel;
}

/** A config of a task, to measure against others. */
export interface Contender {
  readonly task: Task;
  readonly config: Config;
}

/** Measures the configs of tasks on this machine, or on what stands in its place. */
export class LocalMeasurer implements Measurer<Task> {
  private readonly measurers = new Map<string, Promise<KernelMeasurer>>();
  private readonly limits = new PhysicalLimits();

  private constructor(private readonly options: LocalMeasurerOptions) {}

  /**
   * Builds the native runner at first use. Throws MissingError when what kernels of the kind need is not here; other
   * kinds are looked for when their first task comes.
   */
  static async create(options: LocalMeasurerOptions): Promise<LocalMeasurer> {
    const measurer = new LocalMeasurer(options);
    await measurer.kernels(options.kind ?? defaultBackend.kind);
    return measurer;
  }

  /**
   * Measures configs, in order: all are built (error 1, 2, 6), then each is loaded (3), run once on poisoned buffers
   * and checked whole (4, 5, 7), and timed. Throws UsageError when the target's kernels cannot run here, WorkError when
   * the reference fails, MissingError without the compiler.
   */
  async *measure(task: Task, configs: readonly Config[], options: MeasureOptions = {}): AsyncGenerator<Trial> {
    const entries = configs.map((config) => this.entry({ task, config }));
    let position = 0;
    const kernels = await this.kernels(task.target.kind);
    for await (const trial of kernels.measure(this.problem(task), entries, options)) {
      yield { config: configs.at(position++)!, ...trial };
    }
  }

  /**
   * Measures configs against each other with many repeats, taking turns; see KernelMeasurer.remeasure. They may be of
   * several tasks; those of one workload take turns, and workloads come one after the other. Results in the order
   * given, and fewer when aborted.
   */
  async remeasure(contenders: readonly Contender[], options: RemeasureOptions = {}): Promise<readonly RoundsTrial[]> {
    const results = new Map<number, RoundsTrial>();
    for (const group of groupByWorkload(contenders)) {
      const [{ task }] = group;
      const kernels = await this.kernels(task.target.kind);
      const entries = group.map((one) => this.entry(one));
      const trials = await kernels.remeasure(this.problem(task), entries, options);
      for (const [i, trial] of trials.entries()) {
        const { place, config } = group.at(i)!;
        results.set(place, { config, ...trial });
      }
    }
    const missing = contenders.findIndex((_, i) => !results.has(i));
    return contenders.slice(0, missing < 0 ? undefined : missing).map((_, i) => results.get(i)!);
  }

  /** Throws UsageError when kernels for a target cannot run here, MissingError when what they need is not here. */
  async check(target: Target): Promise<void> {
    (await this.kernels(target.kind)).check(target);
  }

  /** What builds kernels for a target. */
  async compilerOf(target: Target): Promise<CompilerUse> {
    return (await this.kernels(target.kind)).compilerOf(target);
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.measurers.values());
    const measurers = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const closed = await Promise.allSettled(measurers.map((measurer) => measurer.close()));
    for (const one of closed) if (one.status === 'rejected') throw one.reason;
  }

  private kernels(kind: string): Promise<KernelMeasurer> {
    let measurer = this.measurers.get(kind);
    if (measurer === undefined) {
      const openHere = (_: string, options: DeviceOptions): Promise<Device> => backendOf({ kind }).openDevice(options);
      const { open = openHere } = this.options;
      measurer = KernelMeasurer.create((options) => open(kind, options), this.options);
      this.measurers.set(kind, measurer);
    }
    return measurer;
  }

  private problem({ workload, target, operator }: Task): Problem {
    const make = this.options.reference ?? ((of: Workload) => reference(of, undefined, operator));
    return { reference: make(workload), target };
  }

  private entry({ task, config }: Contender): Entry {
    const make = (): ReturnType<Entry['make']> => makeKernel(task, config, this.options.generate);
    const refuseTime = (seconds: number): Promise<string | undefined> => this.limits.refuse(task, seconds);
    return { tolerance: toleranceOf(task, config), refuseTime, make };
  }
}

/** A contender and its place among all. */
type Placed = Contender & { readonly place: number };

/** Contenders that compute the same for the same target, in the order in which the groups first appear. */
function groupByWorkload(contenders: readonly Contender[]): Iterable<readonly [Placed, ...Placed[]]> {
  const placed = contenders.map((contender, place): Placed => ({ ...contender, place }));
  return grouped(placed, ({ task: { workload, target } }) =>
    JSON.stringify([workload.operator, workload.shape, formatTarget(target)]),
  ).values();
}
