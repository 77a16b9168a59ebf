import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { file_onnx } from '../../../src/network/onnx/onnx_pb.js';
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

const own = readFileSync('src/network/onnx/onnx.proto', 'utf8');
const messages = Array.from(own.matchAll(/^message (\w+)/gm), ([, name]) => name!);

test('the generated types are those of the schema in the repository', () => {
  const generated = file_onnx.messages.map(({ name }) => name);
  expect(generated).toEqual(messages);
  for (const { name, fields, nestedMessages } of file_onnx.messages) {
    const known = [...fields, ...nestedMessages.flatMap((nested) => nested.fields)];
    expect(known.map(({ name, number }) => `${name} ${number}`).sort()).toEqual(
      [...fieldsOf(messageIn(own, name))].sort(),
    );
  }
});

when("Debian's schema", () => {
  test.each(messages)('has all fields of our %s', (name) => {
    const theirs = fieldsOf(messageIn(readFileSync(debian, 'utf8'), name));
    expect([...fieldsOf(messageIn(own, name))].filter((field) => !theirs.has(field))).toEqual([]);
  });
});
