/**
 * The tiers of suites, by folder, each a mirror of `src/` for itself: what `test/kernels/` holds compiles and runs
 * kernels, what `test/system/` holds starts the command line and other programs, ends them, and waits; all else starts
 * no program.
 */
const { basename } = require('node:path');

/** Programs that are more than a compiler and what it compiled. */
const tools = ['cmake', 'make', 'node', 'npm', 'npx', 'setpriv'];

function tierOf(path) {
  return /\/test\/(kernels|system)\//.exec(path)?.[1] ?? 'unit';
}

/** Fails where a suite starts a program that suites of its tier do not start. */
exports.checkTier = (suite, program) => {
  const tier = tierOf(suite);
  const name = basename(program);
  if (tier === 'unit') throw misplaced(suite, `starts "${name}"`, 'test/kernels/ or test/system/');
  if (tier === 'kernels' && tools.includes(name)) throw misplaced(suite, `starts "${name}"`, 'test/system/');
};

function misplaced(suite, does, where) {
  return new Error(`${suite.replace(/^.*\/test\//, 'test/')} ${does}: suites that do are in ${where}.`);
}
