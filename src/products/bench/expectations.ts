import { chooseTemplates, allThatApply } from '../../catalogue/choose-templates.js';
import type { LoggedRecord } from '../../log/record/log.js';
import type { Operator, Workload } from '../../operator/operator.js';
import type { Config } from '../../space/config.js';
import type { Target } from '../../target/target.js';
import type { Known } from '../../templates/known.js';
import { makeTask } from '../../templates/task.js';
import type { Task } from '../../templates/template.js';
import { expectKernels, sourcesFor } from '../../transfer/expected-kernels.js';
import type { TaskHistory } from '../../transfer/known-tasks.js';
import { historiesIn } from '../../transfer/record-histories.js';

/** The kernel of a workload without a record that works. */
export interface ExpectedConfig {
  readonly operator: Operator;
  readonly task: Task;
  readonly config: Config;
}

/** What is expected to be fast where no log has a kernel of a workload, by what they have of others. */
export class Expectations {
  readonly #histories = new Map<string, readonly TaskHistory[]>();

  constructor(
    private readonly records: readonly LoggedRecord[],
    private readonly known: Known,
  ) {}

  /** Undefined where no template suggests anything. Throws UsageError where none serves the workload. */
  of(operator: Operator, workload: Workload, target: Target): ExpectedConfig | undefined {
    const chosen = chooseTemplates(allThatApply, workload, target, this.known.templates);
    const tasks = chosen.map((template) => makeTask(template, workload, target, operator));
    const sources = sourcesFor({ operator, workload, target }, this.#historiesOf(operator));
    const [first] = expectKernels({ operator, workload, tasks }, target, sources);
    return first && { operator, task: first.task, config: first.config };
  }

  /** Each once, since long logs take seconds. */
  #historiesOf(operator: Operator): readonly TaskHistory[] {
    const found = this.#histories.get(operator.name) ?? historiesIn(operator, this.records, this.known).histories;
    this.#histories.set(operator.name, found);
    return found;
  }
}
