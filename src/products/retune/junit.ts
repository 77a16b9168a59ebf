/** JUnit's XML, as CI systems read it. */
import { visible } from '../../target/visible.js';

export interface JunitCase {
  /** The group that it is shown in: `conv2d`. */
  readonly group: string;
  readonly name: string;
  readonly seconds?: number | undefined;
  /** Why it failed. */
  readonly failure?: string | undefined;
  /** Why there is no verdict. */
  readonly skipped?: string | undefined;
  /** What is worth knowing otherwise. */
  readonly output?: string | undefined;
}

/** One suite. Every text is escaped, and what XML 1.0 has no room for is written as `visible` does. */
export function renderJunit(suite: string, cases: readonly JunitCase[]): string {
  const [failures, skipped] = [count(cases, 'failure'), count(cases, 'skipped')];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${cases.length}" failures="${failures}">`,
    `  <testsuite name="${escaped(suite)}" tests="${cases.length}" failures="${failures}" skipped="${skipped}">`,
    ...cases.flatMap(linesOf),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function linesOf({ group, name, seconds, failure, skipped, output }: JunitCase): readonly string[] {
  const time = seconds === undefined ? '' : ` time="${seconds.toFixed(9)}"`;
  const inside = [
    ...(failure === undefined ? [] : [`<failure message="${escaped(failure)}"/>`]),
    ...(skipped === undefined ? [] : [`<skipped message="${escaped(skipped)}"/>`]),
    ...(output === undefined ? [] : [`<system-out>${escaped(output)}</system-out>`]),
  ];
  const open = `    <testcase classname="${escaped(group)}" name="${escaped(name)}"${time}`;
  if (inside.length === 0) return [`${open}/>`];
  return [`${open}>`, ...inside.map((line) => `      ${line}`), '    </testcase>'];
}

function count(cases: readonly JunitCase[], key: 'failure' | 'skipped'): number {
  return cases.filter((one) => one[key] !== undefined).length;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\n': '&#10;',
  '\t': '&#9;',
};

function escaped(text: string): string {
  // Surrogates without their other half, and the two code points that no XML may hold, not even as numbers.
  const wellFormed = visible(text).replace(
    /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|[\uFFFE\uFFFF]/g,
    '\uFFFD',
  );
  return wellFormed.replace(/[&<>"'\n\t]/g, (found) => entities[found]!);
}
