export default {
  // By default one core is left out, and of two that is half of them.
  maxWorkers: '100%',
  roots: ['<rootDir>/test'],
  testEnvironment: 'node',
  testSequencer: '<rootDir>/test/support/jest/longest-first.mjs',
  globalSetup: '<rootDir>/test/support/jest/global-setup.mjs',
  runtime: '<rootDir>/test/support/jest/bundled-runtime.cjs',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^tune$': '<rootDir>/dist/tests/library.js' },
  transform: {},
  // What hangs hangs for longer, and nothing else takes so long, however busy the machine is.
  testTimeout: 240_000,
};
