import { Option } from 'commander';
import { z } from 'zod';
import { fraction, positiveNumber, wholeNumber } from './options.js';

type Property = z.core.JSONSchema.JSONSchema;

/**
 * Makes options of the settings that a schema declares, by their keys: what help says of them, their defaults and what
 * they refuse are the schema's. `value`: how help writes the value. An option of a list takes its items with commas
 * between them, each of which counts once.
 */
export function settingOptions(schema: z.ZodObject): (key: string, value: string) => Option {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
  return (key, value) => {
    const setting = properties[key];
    if (typeof setting !== 'object') throw new RangeError(`There is no setting "${key}".`);
    const { description = '', default: usual } = setting;
    const flag = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (setting.type === 'array') {
      const said = Array.isArray(usual) ? ` (default: ${usual.join(',')})` : '';
      return new Option(`${flag} ${value}`, `${description}${said}`).argParser(listOf);
    }
    const option = new Option(`${flag} ${value}`, description);
    if (usual !== undefined) option.default(usual);
    const parse = parserOf(flag, setting);
    return parse ? option.argParser(parse) : option;
  };
}

/** Reads the text of a number; undefined for what is no number. */
function parserOf(flag: string, { type, minimum, maximum }: Property): ((text: string) => number) | undefined {
  if (type === 'integer') return wholeNumber(flag, minimum ?? 0);
  if (type !== 'number') return undefined;
  return maximum === undefined ? positiveNumber(flag) : fraction(flag);
}

function listOf(text: string): readonly string[] {
  return [...new Set(text.split(',').map((item) => item.trim()))];
}
