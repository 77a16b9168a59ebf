import type { Trial } from '../measure/measurement.js';
import type { Disturbance } from './events.js';

/** Counts how disturbed the measurements of a run were. */
export class Disturbances {
  #watched = 0;
  #disturbed = 0;
  #slowed = 0;
  #noisy = 0;
  #again = 0;

  /** `again`: the measurement is a second look at a config. */
  count({ disturbed, causes, noisy = false }: Trial, look?: 'again'): void {
    if (disturbed !== undefined) {
      this.#watched++;
      this.#disturbed += disturbed;
      this.#slowed += causes?.slowed ?? 0;
    }
    if (look === 'again') this.#again++;
    else if (noisy) this.#noisy++;
  }

  summary(): Disturbance {
    const shareOf = (sum: number): number | null => (this.#watched > 0 ? sum / this.#watched : null);
    const [share, slowed] = [shareOf(this.#disturbed), shareOf(this.#slowed)];
    return { share, slowed, noisy: this.#noisy, again: this.#again };
  }
}
