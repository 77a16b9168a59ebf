const { join, relative } = require('node:path');

const root = join(__dirname, '../../..');

/** The bundle of a suite, in the folder that `global-setup.mjs` made. */
exports.bundleOf = (path) => join(process.env.TUNE_TEST_BUNDLES, relative(root, path).replace(/\.ts$/, '.js'));
