import type { Format } from './measured.js';
import { writeLines } from './lines.js';

/** AutoTVM's log, version 0.2, without anything of ours. */
export const autotvm: Format = {
  name: 'autotvm',
  single: false,
  write: (tasks) =>
    writeLines(
      tasks,
      ({ target, task, args, index, entity, costs, error, allCost, timestamp }) => ({
        ...{ target, task, args, index, entity, costs, error, allCost, timestamp },
      }),
      tasks.some(({ identity }) => identity?.own)
        ? [
            "AutoTVM's lines have no place for the machine, the compiler, versions, runs and phases, messages and what a trial's time was spent on: machines are distinguished by their targets alone, and finals by the order of the lines.",
          ]
        : [],
    ),
};
