import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';

/** Prints at the end of a run what was skipped, and what that needs; `test/support/skips.ts` notes it. */
export default class SkipsReporter {
  onRunComplete(contexts, { testResults }) {
    const notes = readNotes(process.env.TUNE_TEST_SKIPS);
    const rows = testResults.flatMap(({ testFilePath: suite, numPendingTests: count }) => {
      const needs = notes.filter((note) => note.suite === suite).map((note) => note.needs);
      return needs.length === 0
        ? []
        : [`${relative('.', suite)}: ${count} skipped, needs ${[...new Set(needs)].join('; ')}`];
    });
    if (rows.length > 0) process.stderr.write(`\nSkipped:\n${rows.map((row) => `  ${row}\n`).join('')}`);
  }
}

function readNotes(file) {
  if (file === undefined || !existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  rmSync(file);
  return lines.map((line) => JSON.parse(line));
}
