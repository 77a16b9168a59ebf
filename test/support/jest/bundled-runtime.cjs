/** Jest's own runtime, a context for each suite, that loads the bundle in the place of the source. */
const { default: Runtime } = require('jest-runtime');
const { bundleOf } = require('./bundle-of.cjs');
const { withoutFollowing } = require('./running-test.cjs');

module.exports = class BundledRuntime extends Runtime {
  #testPath;

  constructor(...args) {
    super(...args);
    this.#testPath = args.at(-2);
  }

  requireInternalModule(from, to) {
    return withoutFollowing(() => super.requireInternalModule(from, to));
  }

  unstable_shouldLoadAsEsm(path) {
    return path === this.#testPath || super.unstable_shouldLoadAsEsm(path);
  }

  unstable_importModule(from, name) {
    return super.unstable_importModule(from === this.#testPath && !name ? bundleOf(from) : from, name);
  }
};
