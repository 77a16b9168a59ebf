/** A run of `tune network`, from its name or file to its times and its library. */
import { Farm } from '../../backend/farm/farm.js';
import { LocalMeasurer } from '../../backend/measurer.js';
import { threadsOf } from '../../target/target.js';
import { checkModel } from '../../tuner/preflight.js';
import { readHistory } from '../../tuner/task-states.js';
import { installOnnxRuntime } from '../compare/install-onnxruntime.js';
import { installOpenVino } from '../compare/install-openvino.js';
import { onnxRuntime } from '../compare/onnxruntime.js';
import { openVino } from '../compare/openvino.js';
import type { Runtime } from '../compare/runtime.js';
import type { NetworkEvent, NetworkEventNamed } from '../schedule/events.js';
import { buildPrograms, type BuiltPrograms } from './build.js';
import { measureMemoryCosts } from './memory-costs.js';
import { chooseInPlace, type InPlaceChoice, type InPlaceOptions } from './in-place.js';
import type { KernelTable } from './kernel-table.js';
import { finishPrograms } from './finish.js';
import type { NetworkOptions } from './network-options.js';
import { planNetwork, type NetworkPlan, type ProgramPlan } from './plan.js';
import { scheduleTrials } from './schedule.js';
import { searchLayers, type SearchContext, type SearchEvent } from './search.js';
import { referencesFor } from './references.js';
import { nothingWritten, writeLibrary, type WriteOptions, type WrittenLibrary } from './write.js';

type Finish = NetworkEventNamed<'finish'>;

/** Read, graph and program are steps of its plan; trials, build and write those of its run. */
export class NetworkSession {
  private constructor(readonly plan: NetworkPlan) {}

  /** Throws UsageError for whatever does not exist or cannot be, MissingError for a target that is not here. */
  static async plan(options: NetworkOptions): Promise<NetworkSession> {
    return new NetworkSession(await planNetwork(options));
  }

  /**
   * Nothing goes on before the next event is asked for. `finish` is the last, also of a run that the plan's signal
   * ended. Throws MissingError for what this machine lacks, WorkError where a reference, the log or a library fails.
   */
  async *run(): AsyncGenerator<NetworkEvent, void, void> {
    const { settings, catalogue, signal, target, program } = this.plan;
    const history = await readHistory(this.plan.history);
    if (settings.trials > 0) await checkModel(settings, catalogue, signal);
    const farm = this.plan.farm && (await Farm.open(this.plan.farm));
    try {
      const measurer = await LocalMeasurer.create({ seed: settings.seed, kind: target.kind, open: farm?.openDevice });
      try {
        await measurer.check(target);
        const context = { history, measurer, farm };
        yield yield* program ? runProgram(this.plan, program, context) : searchLayers(this.plan, context);
      } finally {
        await measurer.close();
      }
    } finally {
      await farm?.close();
    }
  }
}

async function* runProgram(
  plan: NetworkPlan,
  program: ProgramPlan,
  context: SearchContext,
): AsyncGenerator<SearchEvent, Finish> {
  const runtimes = yield* installRuntimes(program, plan.signal);
  const memoryCosts = await measureMemoryCosts(program.programs[0]!.graph, plan.target);
  const trials = yield* scheduleTrials(plan, program, context, memoryCosts);
  const running = {
    references: referencesFor(program, plan.settings.seed),
    ...{ memoryCosts, threads: threadsOf(plan.target), signal: plan.signal },
  };
  const inPlace = trials.isInterrupted ? undefined : yield* inPlaceUnlessAborted(program, trials.kernels, running);
  const built = inPlace?.built ?? buildPrograms(program.name, program.programs, trials.kernels);
  const isInterrupted = trials.isInterrupted || plan.signal.aborted;
  const written = !isInterrupted ? await writeUnlessAborted(program, built, { ...running, runtimes }) : nothingWritten;
  return finishPrograms({ ...trials, isInterrupted: isInterrupted || plan.signal.aborted }, program, built, {
    ...written,
    inPlace,
  });
}

async function* inPlaceUnlessAborted(
  program: ProgramPlan,
  kernels: KernelTable,
  options: InPlaceOptions,
): AsyncGenerator<SearchEvent, InPlaceChoice | undefined> {
  if (!program.inPlace) return undefined;
  try {
    return yield* chooseInPlace(program, kernels, options);
  } catch (error) {
    if (options.signal.aborted) return undefined;
    throw error;
  }
}

/** Those that the network is compared with. */
async function* installRuntimes(
  { compare, openvino, precision }: ProgramPlan,
  signal: AbortSignal,
): AsyncGenerator<SearchEvent, readonly Runtime[]> {
  const notes: string[] = [];
  const options = { note: (text: string) => void notes.push(text), signal };
  const runtimes: Runtime[] = [];
  if (compare) runtimes.push(onnxRuntime(await installOnnxRuntime(options)));
  if (openvino) runtimes.push(openVino(await installOpenVino(options), precision));
  for (const text of notes) yield { event: 'note', layer: null, text };
  return runtimes;
}

async function writeUnlessAborted(
  program: ProgramPlan,
  built: BuiltPrograms,
  options: WriteOptions,
): Promise<WrittenLibrary> {
  try {
    return await writeLibrary(program, built, options);
  } catch (error) {
    if (options.signal.aborted) return nothingWritten;
    throw error;
  }
}
