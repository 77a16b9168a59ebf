import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Workload } from '../../src/operator/operator.js';
import { findOperator } from '../../src/operator/registry.js';
import { refusal, typesOf } from '../../src/templates/refusal.js';
import { templates } from '../../src/templates/registry.js';
import type { Template } from '../../src/templates/template.js';
import { awkwardWorkloads } from '../../src/catalogue/contract/tasks.js';
import { targetOf } from '../support/targets.js';

const path = 'docs/design/templates.md';
const mark = '<!-- From here on generated from the templates: GOLDEN=write npm test -- test/docs/templates -->';
const [head = ''] = readFileSync(path, 'utf8').split(mark);

interface Section {
  /** Names in backticks in the heading. */
  readonly templates: readonly string[];
  /** Pictures by their path in docs/design/. */
  readonly pictures: readonly string[];
}

const sections = head.split(/^## /m).map((text): Section => ({
  templates: Array.from(
    text
      .split('\n', 1)
      .at(0)!
      .matchAll(/`([^`]+)`/g),
    (match) => match.at(1)!,
  ),
  pictures: Array.from(text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g), (match) => match.at(1)!),
}));

const [, ofKnobs = ''] = head.split('## What each knob decides\n');

/** What the table of knobs says of each: of a row that names several, of each of them. */
const meanings = new Map(
  Array.from(ofKnobs.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| (.*) \|$/gm)).flatMap(([, names = '', meaning = '']) =>
    Array.from(names.matchAll(/\w+/g), ([name]) => [name, meaning] as const),
  ),
);

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
  mlp: { m: '1024', k: '1024', hidden: '1024', n: '1024' },
  pipeline: {
    ...{ height: '512', width: '512' },
    stages: 'a=map(x:a*a);b=stencil(a:3x3);c=map(b:a*a);d=stencil(c:3x3);e=map(d:a*a);f=stencil(e:3x3)',
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

/** Every knob of a template with every value that it has on any of these shapes. */
function knobsOf(template: Template): ReadonlyMap<string, readonly (string | number)[]> {
  const knobs = new Map<string, Map<string, string | number>>();
  const target = targetOf(template);
  for (const workload of workloadsFor(template)) {
    if (refusal(template, workload, target) !== undefined) continue;
    for (const { name, values, kind } of template.define(workload, target).knobs) {
      const found = knobs.get(name) ?? knobs.set(name, new Map()).get(name)!;
      for (const value of values) {
        const shown = kind === 'sp' || Array.isArray(value) ? '[…]' : typeof value === 'number' ? value : String(value);
        found.set(String(shown), shown);
      }
    }
  }
  return new Map([...knobs].map(([name, values]) => [name, [...values.values()]]));
}

const [derived, written] = [templates.filter(({ isDerived }) => isDerived), templates.filter((one) => !one.isDerived)];
const all = new Map(written.map((template) => [template.name, knobsOf(template)]));

/** Few numbers as a list, many as a range; words in backticks. */
function valuesText(values: readonly (string | number)[]): string {
  const numbers = values.filter((value) => typeof value === 'number').sort((a, b) => a - b);
  const words = values.filter((value) => typeof value === 'string');
  const grids = words.filter((word) => /^\d+x\d+$/.test(word));
  const range = numbers.length > 6 ? [`${numbers[0]!}–${numbers[numbers.length - 1]!}`] : numbers;
  const named = words.filter((word) => !grids.includes(word)).map((word) => (/^\w/.test(word) ? `\`${word}\`` : word));
  return [...range, ...named, ...(grids.length > 0 ? ['grids'] : [])].join(',');
}

/** A row for all templates that have the same knobs. */
function generatedPart(): string {
  const rows = new Map<string, string[]>();
  for (const [name, knobs] of all) {
    const text = [...knobs].map(([knob, values]) => `\`${knob}\` ${valuesText(values)}`).join('; ');
    rows.set(text, [...(rows.get(text) ?? []), name]);
  }
  const lines = [...rows].map(([text, names]) => `| ${names.map((name) => `\`${name}\``).join(', ')} | ${text} |`);
  return `${['| template | knobs and their values |', '|---|---|', ...lines].join('\n')}\n`;
}

/** To accept a change: `GOLDEN=write npm test -- test/docs/templates`, then read the diff. */
test(`${path} has the knobs and values of every template`, () => {
  const page = `${head}${mark}\n\n${generatedPart()}`;
  if (process.env['GOLDEN'] === 'write') writeFileSync(path, page);
  expect(readFileSync(path, 'utf8')).toBe(page);
});

describe.each([...all])(`${path} on %s`, (name, knobs) => {
  test('has a section with a picture', () => {
    expect(sections.find((section) => section.templates.includes(name))?.pictures).toHaveLength(1);
  });

  test('explains every knob, and every value that is a word', () => {
    const missing = [...knobs].flatMap(([knob, values]) => {
      const meaning = meanings.get(knob);
      if (meaning === undefined) return [knob];
      const words = values.filter((value) => typeof value === 'string' && /^[a-z]/.test(value));
      const said = words.filter((word) => !['true', 'false'].includes(String(word)));
      return said.filter((word) => !meaning.includes(`\`${word}\``)).map((word) => `${knob}=${word}`);
    });
    expect(knobs.size).toBeGreaterThan(0);
    expect(missing).toEqual([]);
  });
});

/** Knobs of sketches are named by stages and axes. */
test('the section on sketches has a picture, and explains every word of their names and every knob', () => {
  const [section] = sections.filter(({ templates: names }) => names.includes('OPERATOR.sketch'));
  expect(section?.pictures).toHaveLength(1);
  const text = head.split(/^## /m).find((one) => one.startsWith('`OPERATOR.sketch`'))!;
  for (const knobs of derived.map(knobsOf)) {
    const words = new Set([...knobs.get('sketch')!].flatMap((name) => String(name).split('+')));
    expect([...words].filter((word) => !text.includes(`\`${word}\``))).toEqual([]);
    const others = [...knobs.keys()].filter((name) => name !== 'sketch' && !/^tile_[a-z]\w*_[a-z]\w*$/i.test(name));
    expect(others.filter((name) => !meanings.has(name))).toEqual([]);
  }
});

test('no row explains a knob that no template has', () => {
  const known = new Set([...all.values()].flatMap((knobs) => [...knobs.keys()]));
  expect([...meanings.keys()].filter((name) => !known.has(name))).toEqual([]);
});

test('every picture is there, and every picture is shown', () => {
  const linked = sections.flatMap(({ pictures }) => pictures);
  expect(linked.filter((picture) => !existsSync(`docs/design/${picture}`))).toEqual([]);
  const files = readdirSync('docs/design/templates').map((file) => `templates/${file}`);
  expect(files.sort()).toEqual(linked.sort());
});
