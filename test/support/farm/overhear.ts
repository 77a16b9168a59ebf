import type { Envelope } from '../../../src/measure/farm/envelope.js';
import { JobQueue } from '../../../src/measure/farm/job-queue.js';

type Submit = JobQueue['submit'];

/** The messages to devices of real runs, as somebody has them who may read Redis; until it is stopped. */
export function overhear(): { readonly messages: Envelope[]; readonly stop: () => void } {
  const messages: Envelope[] = [];
  const usual = Object.getOwnPropertyDescriptor(JobQueue.prototype, 'submit')!;
  const submit = usual.value as (this: JobQueue, ...args: Parameters<Submit>) => ReturnType<Submit>;
  JobQueue.prototype.submit = function (id, data) {
    if (data.body.includes('"device":')) messages.push(data);
    return submit.call(this, id, data);
  };
  const stop = (): void => {
    Object.defineProperty(JobQueue.prototype, 'submit', usual);
  };
  return { messages, stop };
}
