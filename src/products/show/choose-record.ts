import type { Best } from '../../log/record/best.js';
import { inOrderForHere } from '../../transfer/best-for.js';
import { identify } from '../../log/record/identify.js';
import { targetKey } from '../../log/record/key.js';
import type { LoggedRecord } from '../../log/record/log.js';
import { isOfThisMachine } from '../../backend/this-machine.js';
import { UsageError } from '../../target/errors.js';
import { plural } from '../../target/format.js';
import { didYouMean } from '../../target/nearest.js';
import { shortened } from '../../target/visible.js';
import type { Known } from '../../templates/known.js';

type Found = Best<LoggedRecord>;

interface Asked {
  readonly workload?: string | undefined;
  readonly target?: string | undefined;
}

/** Names that a sentence has room for. */
const SHOWN = 8;

/**
 * The one best record that is meant: of the workload, which may be left out where there is one, and of the target,
 * which may be left out, too: a target of this machine's goes first. Of several machines that stands which
 * `inOrderForHere` says. Throws UsageError where that is none, or not clear.
 */
export function chooseRecord(all: readonly Found[], { workload, target }: Asked, known: Known): Found {
  const named = all.map((best) => ({ best, name: identify(best.record, known).workload ?? best.record.task }));
  const names = [...new Set(named.map(({ name }) => name))];
  if (workload === undefined && names.length > 1)
    throw new UsageError(`There are ${plural(names.length, 'workload')} in it, name one: ${listed(names)}.`);
  const ofWorkload = named.flatMap(({ best, name }) => (workload === undefined || name === workload ? [best] : []));
  if (ofWorkload.length === 0)
    throw new UsageError(
      `There is no workload "${shortened(workload!)}" in it${didYouMean(workload!, names)} It has ${listed(names)}.`,
    );
  const isMeant = (best: Found): boolean => target === undefined || targetKey(best.record.target) === targetKey(target);
  const meant = inOrderForHere(ofWorkload.filter(isMeant));
  const found = meant.find(({ record }) => isOfThisMachine(record)) ?? meant.at(0);
  if (found) return found;
  const targets = [...new Set(ofWorkload.map(({ record }) => record.target))];
  throw new UsageError(`It was not measured for "${shortened(target!)}"; there is ${listed(targets)}.`);
}

function listed(names: readonly string[]): string {
  const rest = names.length - SHOWN;
  const shown = names.slice(0, SHOWN).map(shortened).join(', ');
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}
