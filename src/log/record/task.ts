import { findOperator } from '../../operator/registry.js';
import { MissingError, TuneError, UsageError } from '../../target/errors.js';
import { shortened } from '../../target/visible.js';
import { findTemplate } from '../../templates/registry.js';
import type { Known } from '../../templates/known.js';
import { makeTask } from '../../templates/task.js';
import type { Task } from '../../templates/template.js';
import type { TuneRecord } from './record.js';

/**
 * The task that a record is a trial of, from what the record says and from nothing else. A record is untrusted:
 * template, its version and file, workload and target are checked against what is known here. Throws UsageError with
 * the first thing that is not as it should be, MissingError for a template of another program, and where its target
 * cannot be determined on this machine.
 */
export function taskOf(
  { target, task: name, args, tune }: Pick<TuneRecord, 'target' | 'task' | 'args' | 'tune'>,
  { templates, operators, parseTarget }: Known,
): Task {
  if (tune?.module && !templates.some((template) => template.name === name))
    throw new UsageError(
      `It was made by a template of ${tune.module.file}, and a log loads no module: name it with --template.`,
    );
  if (!tune && !templates.some((template) => template.name === name))
    throw new MissingError(
      `"${shortened(name)}" is a template of another program, none of ours: \`tune simulate\` searches such a log, and \`tune <operator>\` tunes its shapes.`,
    );
  const template = findTemplate(name, templates);
  const made = tune?.templateVersion ?? template.version;
  if (made !== template.version)
    throw new UsageError(
      `It was made by version ${made} of ${name}, and this is version ${template.version}: tune it again.`,
    );
  if (tune?.module?.sha256 !== template.module?.sha256)
    throw new UsageError(
      template.module
        ? `It was made by another version of ${template.module.file}: tune it again.`
        : `It was made by a template of a file that has the name of ${name}, ${tune!.module!.file}: tune it again.`,
    );
  const operator = findOperator(template.operator, operators);
  return guarded(name, () => makeTask(template, operator.decode(args), parseTarget(target), operator));
}

/** One record that a template did not expect must not end the work on all others. */
function guarded(template: string, make: () => Task): Task {
  try {
    return make();
  } catch (error) {
    if (error instanceof TuneError) throw error;
    throw new UsageError(`${template} fails on the workload of this record (${String(error)}): leave it out.`);
  }
}
