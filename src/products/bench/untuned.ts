import type { Operator } from '../../operator/operator.js';
import { chooseTemplates, allThatApply } from '../../catalogue/choose-templates.js';
import type { LoggedRecord } from '../../log/record/log.js';
import type { Target } from '../../target/target.js';
import type { Known } from '../../templates/known.js';
import { makeTask } from '../../templates/task.js';
import type { Workload } from '../../operator/operator.js';
import { expectKernels, sourcesFor } from '../../transfer/expected-kernels.js';
import type { TaskHistory } from '../../transfer/known-tasks.js';
import { historiesIn } from '../../transfer/record-histories.js';
import type { RebuiltTask } from '../../tuner/rebuild.js';

/** The kernel of a workload without a record. */
export interface Untuned {
  readonly untuned: RebuiltTask;
}

/** What is expected to be fast where no log has a workload, by what they have of others. */
export class Expectations {
  readonly #histories = new Map<string, readonly TaskHistory[]>();

  constructor(
    private readonly records: readonly LoggedRecord[],
    private readonly known: Known,
  ) {}

  /** Undefined where no template suggests anything. Throws UsageError where none serves the workload. */
  of(operator: Operator, workload: Workload, target: Target): Untuned | undefined {
    const chosen = chooseTemplates(allThatApply, workload, target, this.known.templates);
    const tasks = chosen.map((template) => makeTask(template, workload, target, operator));
    const sources = sourcesFor({ workload, target }, this.#historiesOf(operator));
    const [first] = expectKernels({ operator, workload, tasks }, target, sources);
    return first && { untuned: { operator, task: first.task, config: first.config } };
  }

  /** Of what takes long to read, each once. */
  #historiesOf(operator: Operator): readonly TaskHistory[] {
    const found = this.#histories.get(operator.name) ?? historiesIn(operator, this.records, this.known).histories;
    this.#histories.set(operator.name, found);
    return found;
  }
}
