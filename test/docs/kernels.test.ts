import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Workload } from '../../src/operator/operator.js';
import { findOperator } from '../../src/operator/registry.js';
import { refusal, typesOf } from '../../src/templates/refusal.js';
import { templates } from '../../src/templates/registry.js';
import type { Template } from '../../src/templates/template.js';
import { awkwardWorkloads } from '../../src/catalogue/contract/tasks.js';
import { targetOf } from '../support/targets.js';

interface Section {
  /** Names in backticks in the heading. */
  readonly templates: readonly string[];
  /** Rows of the table of knobs by the knob's name. */
  readonly rows: ReadonlyMap<string, string>;
  /** Pictures by their path in docs/design/. */
  readonly pictures: readonly string[];
}

const sections = sectionsOf(readFileSync('docs/design/templates.md', 'utf8'));

function sectionsOf(page: string): Section[] {
  return page.split(/^## /m).map((text) => {
    const heading = text.split('\n', 1).at(0)!;
    const rows = Array.from(text.matchAll(/^\| `(\w+)` +\|.*$/gm), (match) => [match.at(1)!, match[0]] as const);
    return {
      templates: Array.from(heading.matchAll(/`([^`]+)`/g), (match) => match.at(1)!),
      rows: new Map(rows),
      pictures: Array.from(text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g), (match) => match.at(1)!),
    };
  });
}

/** The numbers of a row whose values are a list, `1, 2, 4`, or a range, `1 … 32`; undefined for all others. */
function numbersIn(
  row: string | undefined,
): { readonly numbers: readonly number[]; readonly isRange: boolean } | undefined {
  const cell = row?.split('|').at(2)?.trim() ?? '';
  if (!/^\d+((, \d+)*| … \d+)$/.test(cell)) return undefined;
  return { numbers: cell.match(/\d+/g)!.map(Number), isRange: cell.includes('…') };
}

function sectionOf({ name }: Template): Section | undefined {
  return sections.find((section) => section.templates.includes(name));
}

/** Shapes that are large along every axis, for knobs whose values end where a shape does. */
const large: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  matmul: { m: '1024', n: '1024', k: '1024' },
  batch_matmul: { batch: '2', m: '1024', n: '1024', k: '1024' },
  dense: { m: '1024', n: '1024', k: '1024' },
  conv2d: { inChannels: '1024', height: '64', width: '64', outChannels: '1024', kernel: '3', pad: '1' },
  elementwise: {},
  pool: { outer: '64', height: '64', width: '64', kernel: '2' },
  reduce: { outer: '64', reduced: '64', inner: '64' },
  softmax: { outer: '64', n: '64', inner: '64' },
  lrn: { outer: '64', channels: '64', inner: '64' },
  conv_pool: {
    ...{ inChannels: '1024', height: '64', width: '64', outChannels: '1024', kernel: '3', pad: '1' },
    ...{ poolKernel: '2', poolStride: '2' },
  },
  separable: { inChannels: '1024', height: '64', width: '64', outChannels: '1024', kernel: '3', pad: '1' },
  conv2d_transpose: { inChannels: '256', height: '64', width: '64', outChannels: '256', kernel: '4', stride: '2' },
};

/** Awkward shapes, and large ones, of each type and, where there are some, layout. */
function workloadsFor(template: Template): Workload[] {
  const { operator: name } = template;
  const operator = findOperator(name);
  const layouts = name.startsWith('conv2d') ? ['NCHW', 'NHWC'].map((layout) => ({ layout })) : [{}];
  const options = typesOf(template).flatMap((dtype) =>
    layouts.map((layout) => ({ ...(operator.options.some(({ key }) => key === 'dtype') && { dtype }), ...layout })),
  );
  const groups = template.name.includes('depthwise') ? { groups: '1024' } : {};
  return [
    ...awkwardWorkloads(operator, typesOf(template)),
    ...options.map((each) => operator.workload(undefined, { ...large[name], ...each, ...groups })),
  ];
}

/** Every knob of a template with every value that it has on any of these shapes, as text. */
function knobsOf(template: Template): Map<string, Set<string>> {
  const knobs = new Map<string, Set<string>>();
  const target = targetOf(template);
  for (const workload of workloadsFor(template)) {
    if (refusal(template, workload, target) !== undefined) continue;
    for (const { name, values } of template.define(workload, target).knobs)
      knobs.set(name, new Set([...(knobs.get(name) ?? []), ...values.map(String)]));
  }
  return knobs;
}

describe.each(templates.map((template) => [template.name, template] as const))(
  'docs/design/templates.md on %s',
  (_, template) => {
    const knobs = knobsOf(template);

    test('has a section with a picture', () => {
      expect(sectionOf(template)?.pictures).toHaveLength(1);
    });

    test('explains every knob, and every value that is a word', () => {
      const missing = [...knobs].flatMap(([name, values]) => {
        const row = sectionOf(template)?.rows.get(name);
        if (row === undefined) return [name];
        // Sizes and grids of threads are ranges in the table.
        const words = [...values].filter((value) => /^[a-z]/.test(value));
        return words.filter((word) => !row.includes(`\`${word}\``)).map((word) => `${name}=${word}`);
      });
      expect(knobs.size).toBeGreaterThan(0);
      expect(missing).toEqual([]);
    });

    test('has the numbers that a row lists, and those at the ends of its range', () => {
      const wrong = [...knobs].flatMap(([name, values]) => {
        const said = numbersIn(sectionOf(template)?.rows.get(name));
        if (!said) return [];
        const all = [...values].map(Number).sort((a, b) => a - b);
        const found = said.isRange ? [all[0], all[all.length - 1]] : all;
        return String(found) === String(said.numbers) ? [] : [`${name}: ${said.numbers.join()} are ${found.join()}`];
      });
      expect(wrong).toEqual([]);
    });
  },
);

test('no section explains a knob that none of its templates has', () => {
  const stale = sections.flatMap((section) => {
    const own = templates.filter(({ name }) => section.templates.includes(name));
    const names = new Set(own.flatMap((template) => [...knobsOf(template).keys()]));
    return [...section.rows.keys()].filter((name) => !names.has(name));
  });
  expect(stale).toEqual([]);
});

test('every picture is there, and every picture is shown', () => {
  const linked = sections.flatMap(({ pictures }) => pictures);
  expect(linked.filter((path) => !existsSync(`docs/design/${path}`))).toEqual([]);
  expect(
    readdirSync('docs/design/templates')
      .map((file) => `templates/${file}`)
      .sort(),
  ).toEqual(linked.sort());
});
