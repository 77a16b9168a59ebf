import type { Measurement } from '../measure/measurement.js';
import type { Disturbance } from './events.js';

/** Counts how disturbed the measurements of a run were. */
export class Disturbances {
  #watched = 0;
  #disturbed = 0;
  #noisy = 0;
  #again = 0;

  /** `again`: the measurement is a second look at a config. */
  count({ disturbed, noisy = false }: Measurement, look?: 'again'): void {
    if (disturbed !== undefined) {
      this.#watched++;
      this.#disturbed += disturbed;
    }
    if (look === 'again') this.#again++;
    else if (noisy) this.#noisy++;
  }

  summary(): Disturbance {
    const share = this.#watched > 0 ? this.#disturbed / this.#watched : undefined;
    return { share, noisy: this.#noisy, again: this.#again };
  }
}
