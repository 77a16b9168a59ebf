import { plural } from '../../target/format.js';

/** What happened on a farm during a run, for its summary. */
export class Happenings {
  private readonly trials = new Map<string, number>();
  private readonly counts = new Map<string, number>();
  private readonly pending: string[] = [];

  /** A trial that a device answered. */
  trial(device: string): void {
    this.trials.set(device, (this.trials.get(device) ?? 0) + 1);
  }

  /** Something that is no failure of a trial: `job resubmitted`. */
  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** Something that is said at once. */
  note(text: string): void {
    this.pending.push(text);
  }

  takeNotes(): readonly string[] {
    return this.pending.splice(0);
  }

  /** One sentence: who answered how many trials, and what went wrong on the way. */
  summary(): string {
    const devices = [...this.trials].map(([device, trials]) => `${device} ${plural(trials, 'trial')}`);
    const events = [...this.counts].map(([what, times]) => `${times} × ${what}`);
    const ran = devices.length === 0 ? 'no trial was run' : devices.join(', ');
    return `Farm: ${[ran, ...(events.length === 0 ? ['nothing was lost'] : events)].join('; ')}.`;
  }
}
