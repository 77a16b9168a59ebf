/**
 * How jest-circus knows whose an error is. It keeps the running test in an AsyncLocalStorage of each suite, which Node
 * has every promise of the process carry from then on, those of earlier suites, too: after a hundred suites, half of
 * the time went into promises. Tests of a suite run one after another, so the one that runs is enough.
 */
const hooks = require('node:async_hooks');

class RunningTest {
  #running;

  getStore() {
    return this.#running;
  }

  async run(test, callback) {
    const outer = this.#running;
    this.#running = test;
    try {
      return await callback();
    } finally {
      this.#running = outer;
    }
  }
}

/** What is loaded meanwhile follows no promises. */
exports.withoutFollowing = (load) => {
  const { AsyncLocalStorage } = hooks;
  hooks.AsyncLocalStorage = RunningTest;
  try {
    return load();
  } finally {
    hooks.AsyncLocalStorage = AsyncLocalStorage;
  }
};
