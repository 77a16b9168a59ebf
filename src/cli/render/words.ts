import type { TuneEventNamed } from '../../tuner/events.js';

type Finish = TuneEventNamed<'finish'>;

/** AutoTVM's classes of failure as a summary says them, by their names in JSON. */
const failureTexts: Readonly<Record<string, string>> = {
  instantiation: 'could not be scheduled',
  compile_host: 'did not compile',
  compile_device: 'did not load',
  runtime_device: 'crashed',
  wrong_answer: 'gave a wrong answer',
  build_timeout: 'took too long to compile',
  run_timeout: 'took too long to run',
  implausible: 'reported an implausible time',
};

/** How the trials of a class of failure ended. */
export function failureText(failure: Pick<Finish['failures'][number], 'class'>): string {
  return failureTexts[failure.class] ?? 'failed otherwise';
}

export const stopWords: Readonly<Record<Finish['reason'], string>> = {
  trials: 'all trials done',
  minutes: 'time limit reached',
  'early-stop': 'no gain lately (--early-stop)',
  exhausted: 'no configs left',
  decided: 'best template fully measured, the others cannot catch up',
  interrupted: 'interrupted',
};
