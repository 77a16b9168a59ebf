/**
 * The environment of suites that share a realm. What a suite changes of the process is put back; what it leaves behind
 * fails it, and so does a program that its tier does not start.
 */
const { ModuleMocker } = require('jest-mock');
const { endLeftPrograms, whenStarted } = require('./processes.cjs');
const { leftInRealm, restoreRealm, stateOfRealm } = require('./realm.cjs');
const { checkTier } = require('./tiers.cjs');

module.exports = class SharedEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern = null;
  // Jest puts others in their place for each suite.
  #console = globalThis.console;
  #exit = process.exit;
  #testPath;
  #before;
  /** Where no test runs, no hook of the suite does either. */
  #hasRun = false;

  constructor(config, { testPath }) {
    this.#testPath = testPath;
  }

  setup() {
    this.#before = stateOfRealm();
    whenStarted((program) => checkTier(this.#testPath, program));
  }

  async teardown() {
    whenStarted(() => undefined);
    this.moduleMocker.restoreAllMocks();
    globalThis.console = this.#console;
    process.exit = this.#exit;
    if (this.#before === undefined) return;
    restoreRealm(this.#before);
    if (!this.#hasRun) return;
    const programs = await endLeftPrograms();
    const left = [...programs.map((it) => `the program "${it}"`), ...(await this.#leftForLong())];
    if (left.length > 0) throw new Error(`This suite leaves behind: ${left.join('; ')}.`);
  }

  /** What is closed goes some turns of the loop later: a server by a tenth of a second. */
  async #leftForLong() {
    const end = Date.now() + 1000;
    for (;;) {
      const left = leftInRealm(this.#before, stateOfRealm());
      if (left.length === 0 || Date.now() > end) return left;
      await new Promise((later) => setTimeout(later, 20));
    }
  }

  handleTestEvent({ name }) {
    if (name === 'test_fn_start') this.#hasRun = true;
  }

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }
};
