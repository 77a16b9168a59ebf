import { ErrorNo } from '../../measure/measurement.js';
import type { StopReason } from '../../tuner/events.js';

/** AutoTVM's classes of failure, as a summary says them and as JSON names them. */
export const failureWords: Readonly<Record<ErrorNo, { readonly key: string; readonly text: string }>> = {
  [ErrorNo.none]: { key: 'none', text: 'worked' },
  [ErrorNo.instantiation]: { key: 'instantiation', text: 'could not be scheduled' },
  [ErrorNo.compileHost]: { key: 'compile_host', text: 'did not compile' },
  [ErrorNo.compileDevice]: { key: 'compile_device', text: 'did not load' },
  [ErrorNo.runtimeDevice]: { key: 'runtime_device', text: 'crashed' },
  [ErrorNo.wrongAnswer]: { key: 'wrong_answer', text: 'gave a wrong answer' },
  [ErrorNo.buildTimeout]: { key: 'build_timeout', text: 'took too long to compile' },
  [ErrorNo.runTimeout]: { key: 'run_timeout', text: 'took too long to run' },
  [ErrorNo.unknown]: { key: 'unknown', text: 'failed otherwise' },
};

export const stopWords: Readonly<Record<StopReason, string>> = {
  trials: 'all trials done',
  minutes: 'time is up',
  'early-stop': 'no gain for a while (--early-stop)',
  exhausted: 'the whole space is measured',
  decided: 'the best template is measured whole, and the others cannot catch up',
  interrupted: 'interrupted',
};
