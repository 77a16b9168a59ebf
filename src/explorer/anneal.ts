import type { Random } from '../space/random.js';
import simulatedAnnealing from 'simulated-annealing';

export interface Annealing<State> {
  readonly start: State;
  readonly steps: number;
  /** The temperature falls linearly from `hottest` to nothing; energies are on its scale. */
  readonly hottest: number;
  readonly random: Random;
  readonly neighbour: (state: State) => State;
  /** What is minimised; called once for the start and once for every step. */
  readonly energy: (state: State) => number;
}

/**
 * One chain of simulated annealing (Kirkpatrick et al., Science 1983) by the `simulated-annealing` package. Returns the
 * state from which the chain took its last step, where another run may go on; the caller sees every state in `energy`.
 */
export function anneal<State>({ start, steps, hottest, random, neighbour, energy }: Annealing<State>): State {
  let current = start;
  let step = 0;
  // The package draws from Math.random; a run has to be repeatable, so it gets the run's own generator for as long as
  // it works.
  const builtin = Math.random;
  Math.random = () => random.float();
  try {
    simulatedAnnealing({
      initialState: start,
      tempMax: hottest,
      tempMin: 0,
      getTemp: () => hottest * Math.max(0, 1 - ++step / steps),
      newState: (state) => {
        current = state;
        return neighbour(state);
      },
      getEnergy: energy,
    });
  } finally {
    Math.random = builtin;
  }
  return current;
}
