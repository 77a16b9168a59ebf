/**
 * A runtime in which the suites of a worker share its modules, as bundles that Node itself imports: what many of them
 * use is loaded, and optimized, once. It is the part of jest's runtime that jest-circus asks for.
 */
const { pathToFileURL } = require('node:url');
const { bundleOf } = require('./bundle-of.cjs');
const { withoutFollowing } = require('./running-test.cjs');

const handlers = Symbol.for('EVENT_HANDLERS');

module.exports = class SharedRuntime {
  #environment;
  #testPath;
  #globals;

  constructor(config, environment, resolver, transformer, cacheFS, coverage, testPath) {
    this.#environment = environment;
    this.#testPath = testPath;
  }

  /** jest-circus keeps the tests of a suite in its module: each suite has a fresh one. */
  requireInternalModule(path) {
    delete require.cache[path];
    delete globalThis[handlers];
    return withoutFollowing(() => require(path));
  }

  requireModule(path) {
    return require(path);
  }

  unstable_shouldLoadAsEsm(path) {
    return path === this.#testPath || /\.m[jt]s$/.test(path);
  }

  async unstable_importModule(path) {
    if (path !== this.#testPath) return import(pathToFileURL(path).href);
    const { setGlobals } = await import('./globals.mjs');
    setGlobals(this.#globals);
    return import(pathToFileURL(bundleOf(path)).href);
  }

  setGlobalsForRuntime(globals) {
    const mocker = this.#environment.moduleMocker;
    const jest = { fn: mocker.fn.bind(mocker), spyOn: mocker.spyOn.bind(mocker) };
    this.#globals = { ...globals, jest };
  }

  getSourceMaps() {
    return new Map();
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }

  enterTestCode() {}

  leaveTestCode() {}

  teardown() {}
};
