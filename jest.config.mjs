const common = {
  rootDir: import.meta.dirname,
  roots: ['<rootDir>/test'],
  transform: {},
};

/** Suites that share their modules, as bundles. */
const shared = {
  ...common,
  runtime: '<rootDir>/test/support/jest/shared-runtime.cjs',
  testEnvironment: '<rootDir>/test/support/jest/shared-environment.cjs',
  injectGlobals: false,
};

/** Suites with a context for each: what they load and find out of the machine, they do for themselves. */
const apart = {
  ...common,
  runtime: '<rootDir>/test/support/jest/bundled-runtime.cjs',
  testEnvironment: '<rootDir>/test/support/jest/context-environment.cjs',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^tune$': '<rootDir>/dist/tests/library.js' },
};

/** The tiers, by folder: `test/support/jest/tiers.cjs` says what each may start. */
export default {
  projects: [
    { ...shared, displayName: 'unit', testPathIgnorePatterns: ['/test/(kernels|system)/'] },
    { ...shared, displayName: 'kernels', testMatch: ['<rootDir>/test/kernels/**/*.test.ts'] },
    { ...apart, displayName: 'system', testMatch: ['<rootDir>/test/system/**/*.test.ts'] },
  ],
  // By default one core is left out, and of two that is half of them.
  maxWorkers: '100%',
  globalSetup: '<rootDir>/test/support/jest/global-setup.mjs',
  reporters: [
    'default',
    '<rootDir>/test/support/jest/skips-reporter.mjs',
    '<rootDir>/test/support/jest/hang-reporter.mjs',
  ],
  testSequencer: '<rootDir>/test/support/jest/longest-first.mjs',
  // What hangs hangs for longer, and nothing else takes so long, however busy the machine is.
  testTimeout: 240_000,
  // Jest's half second is over before a worker of a busy machine is; what keeps one alive fails its suite instead.
  workerGracefulExitTimeout: 60_000,
};
