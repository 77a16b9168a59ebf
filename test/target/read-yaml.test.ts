import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { z } from 'zod';
import { openYaml, readYaml } from '../../src/target/read-yaml.js';
import { UsageError } from '../../src/target/errors.js';

const folder = mkdtempSync(join(tmpdir(), 'tune-yaml-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function file(text: string | Buffer): string {
  const path = join(folder, 'file.yaml');
  writeFileSync(path, text);
  return path;
}

const schema = z.strictObject({
  name: z.string(),
  trials: z.int().min(1).default(64),
  knobs: z
    .record(
      z.string(),
      z.union([
        z.array(z.number()).min(1),
        z.strictObject({ values: z.array(z.number()).min(1), default: z.number().exactOptional() }),
      ]),
    )
    .default({}),
  type: z.enum(['float32', 'float16']).default('float32'),
});

/** What is said of a text, without the folder. */
function problemWith(text: string | Buffer, of: z.ZodType = schema): string {
  try {
    readYaml(file(text), of);
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError);
    return (error as Error).message.replaceAll(`${folder}/`, '');
  }
  throw new Error(`nothing is wrong with ${String(text)}`);
}

describe('a file of the user', () => {
  test('is read as YAML, with the defaults of the schema', () => {
    expect(readYaml(file('name: a\nknobs:\n  TILE: [1, 2]\n'), schema)).toEqual({
      name: 'a',
      trials: 64,
      knobs: { TILE: [1, 2] },
      type: 'float32',
    });
  });

  test.each([
    ['name: a\ntrails: 3\n', 'file.yaml:2:9: trails: there is no such key: did you mean "trials"?'],
    ['nmae: a\n', 'file.yaml:1:7: nmae: there is no such key: did you mean "name"?'],
    ['name: a\nzzz: 3\n', 'file.yaml:2:6: zzz: there is no such key; known are name, trials, knobs, type.'],
    [
      'name: a\nknobs:\n  T:\n    vales: [1]\n',
      'file.yaml:4:12: knobs.T.vales: there is no such key: did you mean "values"?',
    ],
    [
      'name: a\nknobs:\n  T: {values: [1], defualt: 1}\n',
      'file.yaml:3:29: knobs.T.defualt: there is no such key: did you mean "default"?',
    ],
    ['name: a\nknobs: {T: [1, x]}\n', 'file.yaml:2:16: knobs.T[1]: "x" cannot be used here: it must be a number.'],
    ['trials: 3\n', 'file.yaml:1:1: "name" is missing.'],
    ['name: a\ntrials: 0\n', 'file.yaml:2:9: trials: too small: expected number to be >=1.'],
    ['name: a\ntype: flaot32\n', 'file.yaml:2:7: type: "flaot32" is none of float32, float16: did you mean "float32"?'],
    ['name: [a\n', 'file.yaml:2:1: Flow sequence in block collection must be sufficiently indented and end with a ].'],
    ['name: a\nname: b\n', 'file.yaml:2:1: Map keys must be unique.'],
    ['name: !!js/function a\n', 'file.yaml:1:7: Unresolved tag: tag:yaml.org,2002:js/function.'],
    ['name: *a\n', 'file.yaml:1:1: its aliases cannot be followed (Unresolved alias'],
    ['name: a\n--- \nname: b\n', 'file.yaml:2:1: a second document begins: such a file holds one.'],
    ['', 'file.yaml:1:1: null cannot be used here: it must be a map of keys and values.'],
    ['- 1\n', 'file.yaml:1:1: a list cannot be used here: it must be a map of keys and values.'],
    [Buffer.from([0xff, 0xfe, 0x00]), 'file.yaml is no text in UTF-8: save it as such.'],
  ])('that says %j is refused at the place', (text, expected) => {
    expect(problemWith(text)).toContain(expected);
  });

  test('that is not there, is a folder, or is too long is refused', () => {
    expect(() => readYaml(join(folder, 'none.yaml'), schema)).toThrow(
      /none.yaml cannot be read \(there is no such file\): name a YAML or JSON file\./,
    );
    expect(() => readYaml(folder, schema)).toThrow(/is no file: name a YAML or JSON file\./);
    expect(problemWith(`# ${'x'.repeat(2 ** 18)}`)).toBe('file.yaml is too long: such a file has at most 256 KiB.');
  });

  test('with aliases that stand for billions of values is refused at once', () => {
    const lines = Array.from(
      { length: 12 },
      (_, i) =>
        `a${i}: &a${i} [${Array(9)
          .fill(i ? `*a${i - 1}` : '1')
          .join()}]`,
    );
    expect(problemWith(lines.join('\n'), z.unknown())).toMatch(/^file.yaml:1:1: its aliases cannot be followed/);
    expect(problemWith('a: &a [*a]', z.unknown())).toMatch(/^file.yaml:1:1: its aliases cannot be followed/);
  });

  test.each(['[', '- ', '? ', '{a: '])('that nests %j without end is refused at once', (piece) => {
    expect(problemWith(piece.repeat(2 ** 14), z.unknown())).toMatch(
      /^file.yaml:\d+:\d+: .*(nested deeper|indent|compact)/,
    );
  });

  test('tells where a later problem is, also behind an alias', () => {
    const { problem } = openYaml(file('name: a\nknobs:\n  A: &a\n  - 1\n  - 2\n  B: *a\n'), schema);
    expect(problem(['knobs', 'A', 1], 'is odd').message).toMatch(/file.yaml:5:5: knobs.A\[1\]: is odd\.$/);
    expect(problem(['knobs', 'B', 1], 'is odd').message).toMatch(/file.yaml:5:5: knobs.B\[1\]: is odd\.$/);
    expect(problem(['knobs', 'C', 1], 'is odd').message).toMatch(/file.yaml:3:3: knobs.C\[1\]: is odd\.$/);
  });
});

test('any JSON reads as itself, however it is indented, and as YAML', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 2, '\t'), (value, indent) => {
      const plain: unknown = JSON.parse(JSON.stringify(value));
      expect(readYaml(file(JSON.stringify(value, null, indent)), z.unknown())).toEqual(plain);
      expect(readYaml(file(stringify(plain)), z.unknown())).toEqual(plain);
    }),
    { numRuns: 100 },
  );
});

/** What means something in YAML, and letters. */
const marks = Array.from('ab:-?[]{},&*!|>#"\'\n \t%@`1.');

test('any text is read, or refused by one sentence', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...marks), maxLength: 40 }), (text) => {
      try {
        readYaml(file(text), z.unknown());
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError);
        expect((error as Error).message).toMatch(/^[^\n]*file\.yaml:\d+:\d+: [^\n]+[.?!]$/);
      }
    }),
    { numRuns: 300 },
  );
});
