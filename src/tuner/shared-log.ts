import { createHash } from 'node:crypto';
import { z } from 'zod';
import { formatTarget } from '../backend/registry.js';
import { versionKey } from '../log/record/key.js';
import { decode, type TuneRecord } from '../log/record/record.js';
import { trialOf, trialsIn } from '../log/record/trials.js';
import type { Config } from '../space/config.js';
import { toEntities } from '../space/entity.js';
import type { Task } from '../templates/template.js';
import type { Companions, Heard } from './companions.js';
import type { Provenance } from './log-listener.js';

export interface SharedLogOptions {
  readonly tasks: readonly Task[];
  readonly provenance: Pick<Provenance, 'fingerprint' | 'args' | 'run'>;
  /** Appends a comment to the log. */
  readonly remark: (comment: string) => Promise<void>;
  readonly onNote: (text: string) => void;
}

/** Hexadecimal digits that stand for a config in a claim. */
const KEY_LENGTH = 12;
const CLAIM = 'tune-claim ';
const claimSchema = z.object({ run: z.string(), configs: z.array(z.string().regex(/^[0-9a-f]{12}$/)) });

/**
 * Tuners that share a log divide the work by what stands in it. They read there what the others have measured, and of
 * what they are about to measure they write a claim before, as a comment: `#tune-claim {"run": …, "configs": […]}`. The
 * log has one order for all, so that whoever stands first in it has the config. A run that is alone on its log writes
 * no claims; it begins to as soon as a record or a claim of another appears.
 */
export class SharedLog implements Companions {
  readonly #tasks: ReadonlyMap<string, Task>;
  #heard: Heard[] = [];
  readonly #ours = new Set<string>();
  readonly #theirs = new Set<string>();
  #isAlone = true;
  /** Whether the log holds what this run is about to measure. */
  #hasClaimed = true;

  constructor(private readonly options: SharedLogOptions) {
    this.#tasks = new Map(options.tasks.map((task) => [versionKey(this.#recordOf(task)), task]));
  }

  /** Takes the lines that are added to the log, in their order. */
  hear(text: string, isOwn: boolean): void {
    const claim = claimIn(text);
    if (claim) this.#note(claim.configs, isOwn);
    else if (!isOwn) this.#hearRecord(text);
    if (claim && !isOwn) this.#meet(claim.run);
  }

  take(): readonly Heard[] {
    const heard = this.#heard;
    this.#heard = [];
    return heard;
  }

  async claim(task: Task, configs: readonly Config[]): Promise<readonly Config[]> {
    const keys = new Map(configs.map((config) => [config, keyOf(this.#recordOf(task, config))]));
    const isFree = (config: Config): boolean => !this.#theirs.has(keys.get(config)!);
    const free = configs.filter(isFree);
    this.#hasClaimed = !this.#isAlone;
    if (this.#isAlone || free.length === 0) return free;
    const { run } = this.options.provenance;
    await this.options.remark(CLAIM + JSON.stringify({ run, configs: free.map((config) => keys.get(config)) }));
    return free.filter(isFree);
  }

  joined(): boolean {
    return !this.#isAlone && !this.#hasClaimed;
  }

  /** Who is first in the log has a config. */
  #note(keys: readonly string[], isOwn: boolean): void {
    const [winners, losers] = isOwn ? [this.#ours, this.#theirs] : [this.#theirs, this.#ours];
    for (const key of keys) if (!losers.has(key)) winners.add(key);
  }

  #hearRecord(text: string): void {
    const record = decode(text);
    if (typeof record === 'string') return;
    const task = this.#tasks.get(versionKey(record));
    const trial = task && trialsIn(task.space, [record]).trials.at(0);
    if (!trial) return;
    this.#theirs.add(keyOf(record));
    this.#heard.push({ task, phase: record.tune?.phase ?? 'search', trial: trialOf(trial) });
    this.#meet(record.tune?.run ?? 'unnamed');
  }

  #meet(run: string): void {
    if (this.#isAlone) this.options.onNote(`Another run (${run}) works on the same log: they share the trials.`);
    this.#isAlone = false;
  }

  /** What a record of a config would say of it. */
  #recordOf(task: Task, config?: Config): Identified {
    const { template, target, space } = task;
    const { fingerprint, args } = this.options.provenance;
    return {
      target: formatTarget(target),
      task: template.name,
      args,
      entity: config ? toEntities(space, config) : [],
      tune: { fingerprint, templateVersion: template.version, module: template.module },
    };
  }
}

type Identified = Pick<TuneRecord, 'target' | 'task' | 'args' | 'entity' | 'tune'>;

/** Stands for a config of a task on a machine. */
function keyOf(record: Identified): string {
  const text = JSON.stringify([versionKey(record), record.entity]);
  return createHash('sha256').update(text).digest('hex').slice(0, KEY_LENGTH);
}

function claimIn(text: string): z.output<typeof claimSchema> | undefined {
  if (!text.startsWith(`#${CLAIM}`)) return undefined;
  try {
    return claimSchema.safeParse(JSON.parse(text.slice(1 + CLAIM.length))).data;
  } catch {
    return undefined;
  }
}
