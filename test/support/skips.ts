import { appendFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

/**
 * Tests where a condition holds; elsewhere they are skipped, and the end of the run says that they need something:
 * `clang-16 (apt-get install clang-16)`.
 */
export function testWhere(holds: boolean, needs: string): typeof test.skip {
  if (holds) return test;
  noteSkipped(needs);
  return test.skip;
}

/** The same of all tests of a group. */
export function describeWhere(holds: boolean, needs: string): typeof describe.skip {
  if (holds) return describe;
  noteSkipped(needs);
  return describe.skip;
}

/** Tells the reporter what this suite lacks. */
export function noteSkipped(needs: string): void {
  const { testPath } = expect.getState();
  const file = process.env['TUNE_TEST_SKIPS'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ suite: testPath, needs })}\n`);
}
