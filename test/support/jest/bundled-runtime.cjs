/** Jest's own runtime, a context for each suite, that loads the bundle in the place of the source. */
const { default: Runtime } = require('jest-runtime');
const { bundleOf } = require('./bundle-of.cjs');

module.exports = class BundledRuntime extends Runtime {
  #testPath;

  constructor(...args) {
    super(...args);
    this.#testPath = args.at(-2);
  }

  unstable_shouldLoadAsEsm(path) {
    return path === this.#testPath || super.unstable_shouldLoadAsEsm(path);
  }

  unstable_importModule(from, name) {
    return super.unstable_importModule(from === this.#testPath && !name ? bundleOf(from) : from, name);
  }
};
