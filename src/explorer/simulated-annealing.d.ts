/** The package has no types of its own. It minimises, calls Math.random, and returns the best state. */
declare module 'simulated-annealing' {
  interface Options<State> {
    initialState: State;
    tempMax: number;
    tempMin: number;
    newState: (state: State) => State;
    /** The next temperature; the loop ends when it is not above `tempMin`. */
    getTemp: (temperature: number) => number;
    getEnergy: (state: State) => number;
  }
  export default function simulatedAnnealing<State>(options: Options<State>): State;
}
