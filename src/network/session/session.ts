/** A run of `tune network`, from its name or file to its times and its library. */
import { Farm } from '../../backend/farm/farm.js';
import { LocalMeasurer } from '../../backend/measurer.js';
import { threadsOf } from '../../target/target.js';
import { checkModel } from '../../tuner/preflight.js';
import { readHistory } from '../../tuner/task-states.js';
import { installRuntime } from '../compare/runtime.js';
import type { NetworkEvent, NetworkEventNamed } from '../schedule/events.js';
import { buildPrograms, type BuiltPrograms } from './build.js';
import { measureColdWeights } from './cold-weights.js';
import { finishPrograms } from './finish.js';
import type { NetworkOptions } from './network-options.js';
import { planNetwork, type NetworkPlan, type ProgramPlan } from './plan.js';
import { scheduleTrials } from './schedule.js';
import { searchLayers, type SearchContext, type SearchEvent } from './search.js';
import { nothingWritten, writeLibrary, type WrittenLibrary } from './write.js';

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
  const runtime = program.compare ? yield* installPeer(plan.signal) : undefined;
  const coldWeights = await measureColdWeights(program.programs[0]!.graph, plan.target);
  const trials = yield* scheduleTrials(plan, program, context, coldWeights);
  const built = buildPrograms(program.name, program.programs, trials.kernels);
  const written = trials.isInterrupted ? nothingWritten : await writeUnlessAborted(plan, program, built, runtime);
  return finishPrograms(trials, program, built, written);
}

async function* installPeer(signal: AbortSignal): AsyncGenerator<SearchEvent, string> {
  const notes: string[] = [];
  const runtime = await installRuntime({ note: (text) => void notes.push(text), signal });
  for (const text of notes) yield { event: 'note', layer: null, text };
  return runtime;
}

async function writeUnlessAborted(
  { settings, target, signal }: NetworkPlan,
  program: ProgramPlan,
  built: BuiltPrograms,
  runtime: string | undefined,
): Promise<WrittenLibrary> {
  try {
    return await writeLibrary(program, built, { seed: settings.seed, threads: threadsOf(target), runtime, signal });
  } catch (error) {
    if (signal.aborted) return nothingWritten;
    throw error;
  }
}
