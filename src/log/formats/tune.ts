import type { TuneRecord } from '../record/record.js';
import { taskOf } from '../record/task.js';
import { configOf } from '../record/trials.js';
import { TuneError } from '../../target/errors.js';
import type { Known } from '../../templates/known.js';
import { operatorOf } from '../../templates/task.js';
import { writeLines } from './lines.js';
import type { Format } from './measured.js';

/** Our own log. Of records without the key `tune`, those of our templates get one. */
export const tune: Format = {
  name: 'tune',
  single: false,
  write: (tasks, known) =>
    writeLines(
      tasks,
      (record) => own(record, known),
      tasks.some(({ identity }) => identity && !identity.own) ? ['The file does not name its machine.'] : [],
    ),
};

function own(record: TuneRecord, known: Known): TuneRecord | string {
  if (record.tune) return record;
  try {
    const task = taskOf(record, known);
    const config = configOf(task.space, record);
    if (typeof config === 'string') return `it is not of the template's space: ${config}`;
    return {
      ...record,
      index: config.index,
      tune: { operator: operatorOf(task).name, workload: task.workload.name },
    };
  } catch (error) {
    if (error instanceof TuneError) return 'it is a template of another program: `--history` learns from its log';
    throw error;
  }
}
