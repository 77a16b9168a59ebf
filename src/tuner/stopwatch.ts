import type { Trial } from '../measure/measurement.js';
import type { TimeSplit } from './events.js';

/** Adds up where the time of a run goes. */
export class Stopwatch {
  readonly #start = performance.now();
  #search = 0;
  #compile = 0;
  #check = 0;
  #run = 0;

  /** Counts what a trial spent. */
  add(spent: Trial['spent']): void {
    this.#compile += spent.compile;
    this.#check += spent.check;
    this.#run += spent.run;
  }

  addSearch(seconds: number): void {
    this.#search += seconds;
  }

  /** Counts a piece of the search. */
  time(work: () => void): void {
    const start = performance.now();
    work();
    this.addSearch((performance.now() - start) / 1000);
  }

  split(): TimeSplit {
    const wall = (performance.now() - this.#start) / 1000;
    return { search: this.#search, compile: this.#compile, check: this.#check, run: this.#run, wall };
  }
}
