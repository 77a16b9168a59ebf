/** Jest's own environment, a context for each suite, that fails a suite which leaves programs behind. */
const { default: NodeEnvironment } = require('jest-environment-node');
const { endLeftPrograms } = require('./processes.cjs');

module.exports = class ContextEnvironment extends NodeEnvironment {
  async teardown() {
    await super.teardown();
    const programs = await endLeftPrograms();
    if (programs.length > 0) throw new Error(`This suite leaves programs behind: ${programs.join('; ')}.`);
  }
};
