import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { findOperator } from '../../src/operator/registry.js';
import { refusal, typesOf } from '../../src/templates/refusal.js';
import { templates } from '../../src/templates/registry.js';
import type { Template } from '../../src/templates/template.js';
import { awkwardWorkloads } from '../support/shapes.js';
import { targetOf } from '../support/targets.js';

interface Section {
  /** Names in backticks in the heading. */
  readonly templates: readonly string[];
  /** Rows of the table of knobs by the knob's name. */
  readonly rows: ReadonlyMap<string, string>;
  /** Pictures by their path in docs/. */
  readonly pictures: readonly string[];
}

const sections = sectionsOf(readFileSync('docs/kernels.md', 'utf8'));

function sectionsOf(page: string): Section[] {
  return page.split(/^## /m).map((text) => {
    const [heading] = text.split('\n', 1);
    const rows = Array.from(text.matchAll(/^\| `(\w+)` +\|.*$/gm), ([row, knob]) => [knob, row] as const);
    return {
      templates: Array.from(heading.matchAll(/`([^`]+)`/g), ([, name]) => name),
      rows: new Map(rows),
      pictures: Array.from(text.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g), ([, path]) => path),
    };
  });
}

function sectionOf({ name }: Template): Section | undefined {
  return sections.find((section) => section.templates.includes(name));
}

/** Every knob of a template with every value that it has on any awkward shape, as text. */
function knobsOf(template: Template): Map<string, Set<string>> {
  const knobs = new Map<string, Set<string>>();
  const target = targetOf(template);
  for (const workload of awkwardWorkloads(findOperator(template.operator), typesOf(template))) {
    if (refusal(template, workload, target) !== undefined) continue;
    for (const { name, values } of template.define(workload, target).knobs)
      knobs.set(name, new Set([...(knobs.get(name) ?? []), ...values.map(String)]));
  }
  return knobs;
}

describe.each(templates.map((template) => [template.name, template] as const))(
  'docs/kernels.md on %s',
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
  expect(linked.filter((path) => !existsSync(`docs/${path}`))).toEqual([]);
  expect(
    readdirSync('docs/kernels')
      .map((file) => `kernels/${file}`)
      .sort(),
  ).toEqual(linked.sort());
});
