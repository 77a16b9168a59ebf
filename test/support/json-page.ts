import { z } from 'zod';
import { outputSchemas } from '../../src/api/outputs.js';

type Schema = z.core.JSONSchema.JSONSchema;

/** Where the generated part of docs/reference/json.md begins. */
export const mark = '<!-- From here on generated from the schemas: GOLDEN=write npm test -- test/docs/json -->';

const titles: Readonly<Record<string, string>> = {
  tune: 'A tuning run: a line an event',
  network: 'A run of a network: a line an event',
  dryRun: 'A dry run: a line an event',
  dryRunNetwork: 'A dry run of a network: a line an event',
  contract: '`tune contract`: a line an event',
  simulate: 'Simulations: a line a search',
  error: 'An error: the last line of a command that fails',
};

type Named = readonly (readonly [name: string, schema: Schema])[];

function schemas(): Named {
  return Object.entries(outputSchemas).map(([name, schema]) => {
    const json = z.toJSONSchema(schema, { io: 'output' });
    delete json.$schema;
    return [name, json];
  });
}

/** The generated part of the page: the keys of each output, or of each of its events. */
export function generatedPart(): string {
  const rows = schemas().flatMap(([name, schema]) => [
    `| **${titles[name] ?? `\`tune ${name}\``}** | ${isArray(schema) ? 'an array' : ''} |`,
    ...choicesOf(schema).map(rowOf),
  ]);
  return `${['| output, event | keys |', '|---|---|', ...rows].join('\n')}\n`;
}

/** The same for programs: a JSON Schema by the name of each output, a line each, since the package holds it. */
export function schemaFile(): string {
  const lines = Array.from(schemas(), ([name, schema]) => ` ${JSON.stringify(name)}: ${JSON.stringify(schema)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** Its events or other alternatives; of a list, those of its items. */
function choicesOf(schema: Schema): readonly Schema[] {
  const item = isArray(schema) ? (schema.items as Schema) : schema;
  return ((item.oneOf ?? item.anyOf) as readonly Schema[] | undefined) ?? [item];
}

function isArray(schema: Schema): boolean {
  return schema.type === 'array';
}

/** The event, if it is one, and its keys. */
function rowOf(schema: Schema): string {
  const { event, ...others } = (schema.properties ?? {}) as Readonly<Record<string, Schema>>;
  const name = event?.const === undefined ? '' : `\`${String(event.const)}\``;
  return `| ${name} | ${Object.keys(event?.const === undefined ? (schema.properties ?? {}) : others)
    .map((key) => `\`${key}\``)
    .join(', ')} |`;
}
