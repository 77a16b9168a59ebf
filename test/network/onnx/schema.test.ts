import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { DescMessage } from '@bufbuild/protobuf';
import { schemas } from '../../../src/network/onnx/schema.js';
import { describeWhere } from '../../support/skips.js';

/** Debian's libonnx-dev. */
const debian = '/usr/include/onnx/onnx.proto';
const when = describeWhere(existsSync(debian), 'apt-get install libonnx-dev');

/** Fields as `name number`, of all messages alike, without groups and comments. */
function fieldsOf(text: string): ReadonlySet<string> {
  const code = text.replace(/\/\/.*$/gm, '');
  return new Set(
    Array.from(code.matchAll(/(\w+)\s*=\s*(\d+)\s*(\[[^\]]*\])?;/g), ([, name, number]) => `${name!} ${number!}`),
  );
}

/** The text of a message, those inside of it included. */
function messageIn(text: string, name: string): string {
  const start = text.search(new RegExp(`message ${name} \\{`));
  let depth = 0;
  for (let at = text.indexOf('{', start); at < text.length; at++) {
    depth += Number(text[at] === '{') - Number(text[at] === '}');
    if (depth === 0) return text.slice(start, at);
  }
  return '';
}

/** Of a message of ours, its name in the standard: what is inside of another has that one's before its own. */
const messages = schemas.map(({ name, fields }) => ({ name: name.replace(/.*_/, ''), fields }));

test('only graphs contain themselves, by attributes of their nodes; all else is nested no deeper than the schema', () => {
  const graph = schemas.find(({ name }) => name === 'GraphProto')!;
  const depthOf = (schema: DescMessage, around: readonly DescMessage[]): number => {
    if (schema === graph && around.includes(graph)) {
      expect(around.at(-1)!.name).toBe('AttributeProto');
      return 0;
    }
    expect(around).not.toContain(schema);
    const inner = schema.fields.flatMap(({ message }) => (message ? [depthOf(message, [...around, schema])] : []));
    return 1 + Math.max(0, ...inner);
  };
  expect(
    depthOf(
      schemas.find(({ name }) => name === 'ModelProto')!,
      [],
    ),
  ).toBe(7);
});

when("Debian's schema", () => {
  test.each(messages)('has all fields of our $name', ({ name, fields }) => {
    const theirs = fieldsOf(messageIn(readFileSync(debian, 'utf8'), name));
    const ours = fields.map((field) => `${field.name} ${field.number}`);
    expect(ours.filter((field) => !theirs.has(field))).toEqual([]);
  });
});
