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

/** The generated part of the page: of each output a table of its keys. */
export function generatedPart(): string {
  const parts = schemas().map(([name, schema]) =>
    [`## ${titles[name] ?? `\`tune ${name}\``}`, ...tablesOf(schema)].join('\n\n'),
  );
  return `${parts.join('\n\n')}\n`;
}

/** The same for programs: a JSON Schema by the name of each output, a line each, since the package holds it. */
export function schemaFile(): string {
  const lines = Array.from(schemas(), ([name, schema]) => ` ${JSON.stringify(name)}: ${JSON.stringify(schema)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** A table for each event or other alternative; of a list, of its items. */
function tablesOf(schema: Schema): readonly string[] {
  const item = schema.type === 'array' ? (schema.items as Schema) : schema;
  const note = schema.type === 'array' ? ['An array; of each item:'] : [];
  const choices = (item.oneOf ?? item.anyOf) as readonly Schema[] | undefined;
  if (!choices) return [...note, tableOf(item)];
  const named = choices.map((choice) => {
    const event = propertiesOf(choice)['event']?.const;
    const head =
      event === undefined ? 'or' : `**\`${String(event)}\`**${choice.description ? `, ${choice.description}` : ''}`;
    return `${head}:\n\n${tableOf(choice)}`;
  });
  return [...note, ...named];
}

function tableOf(schema: Schema): string {
  const lines = rowsOf(schema, '').map(([key, type, meaning]) => `| \`${key}\` | ${type} | ${meaning} |`);
  return ['| key | type | meaning |', '|---|---|---|', ...lines].join('\n');
}

/** A row a key, and below it those of an object or of the objects of a list. */
function rowsOf(schema: Schema, prefix: string): readonly (readonly [string, string, string])[] {
  return Object.entries(propertiesOf(schema)).flatMap(([key, property]) => {
    const name = `${prefix}${key}`;
    const inner = innerOf(property);
    const below = inner?.properties ? rowsOf(inner, `${name}${isList(property) ? '[]' : ''}.`) : [];
    return [[name, typeOf(property), property.description ?? ''] as const, ...below];
  });
}

function propertiesOf(schema: Schema): Readonly<Record<string, Schema>> {
  return (schema.properties ?? {}) as Readonly<Record<string, Schema>>;
}

/** What a property is where it is not null. */
function present(property: Schema): Schema {
  const choices = (property.anyOf as readonly Schema[] | undefined)?.filter(({ type }) => type !== 'null');
  return choices?.length === 1 ? choices[0]! : property;
}

function isList(property: Schema): boolean {
  return present(property).type === 'array';
}

function innerOf(property: Schema): Schema | undefined {
  const own = present(property);
  if (own.type === 'array') return own.items as Schema | undefined;
  const values = own.additionalProperties;
  return own.type === 'object' && !own.properties && typeof values === 'object' ? undefined : own;
}

function typeOf(property: Schema): string {
  const own = present(property);
  const orNull = own === property ? '' : ' or null';
  return `${plainType(own)}${orNull}`;
}

function plainType(schema: Schema): string {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.anyOf) return (schema.anyOf as readonly Schema[]).map(plainType).join(' or ');
  if (schema.type === 'array') return listType(schema);
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object' && !schema.properties)
    return `object of ${plainType(schema.additionalProperties)}s by name`;
  return schema.type === undefined ? 'anything' : [schema.type].flat().join(' or ');
}

function listType({ items, prefixItems }: Schema): string {
  if (prefixItems) return `[${(prefixItems as readonly Schema[]).map(plainType).join('; ')}]`;
  const item = items as Schema | undefined;
  return item?.type === 'array' ? `list of ${plainType(item)}` : `list of ${item ? plainType(item) : 'anything'}s`;
}
