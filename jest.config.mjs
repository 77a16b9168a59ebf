export default {
  // By default one core is left out, and of two that is half of them.
  maxWorkers: '100%',
  testEnvironment: 'node',
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
  roots: ['<rootDir>/test'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^tune$': '<rootDir>/src/index.ts',
    // Zod's messages in all languages: loading them takes a tenth of a second of each suite, and nobody reads them.
    '^\\.\\./locales/index\\.js$': '<rootDir>/node_modules/zod/v4/locales/en.js',
    // A busy machine makes records too slow, and to wait until it is quieter helps no test.
    '^\\.{1,2}/(tuner/)?pauses\\.js$': '<rootDir>/test/support/short-pauses.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.ts$': [
      '<rootDir>/test/support/transform.mjs',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'es6' }, sourceMaps: 'inline' },
    ],
    'node_modules/(zod|fast-check|pure-rand)/.+\\.js$': '<rootDir>/test/support/transform-packages.mjs',
  },
  transformIgnorePatterns: ['/node_modules/(?!(zod|fast-check|pure-rand)/)'],
  // What hangs hangs for longer, and nothing else takes so long, however busy the machine is.
  testTimeout: 240_000,
};
