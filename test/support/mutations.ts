/** Lines of logs as somebody could have changed them, by accident or to do harm. */
import type { Random } from '../../src/space/random.js';

/** What harm looks like is marked, so that it is found where it must not be: in a command, a source, a file's name. */
export const mark = 'PWNED';

const strings: readonly string[] = [
  '',
  ' ',
  `$(touch ${mark})`,
  `; touch ${mark};`,
  `\`touch ${mark}\``,
  `-fplugin=./${mark}.so`,
  `-mcpu=x86-64-v3 -fplugin=./${mark}.so`,
  `llvm -mcpu=${mark}`,
  `llvm -mtriple=${mark}-linux-gnu`,
  `llvm -mcpu=x86-64-v3 -threads=1000000`,
  `cuda -arch=sm_${mark}`,
  `cuda -arch=sm_90`,
  `llvm`,
  `@/tmp/${mark}`,
  `../../../../tmp/${mark}`,
  `/dev/zero`,
  `*/ int system(const char *); /* ${mark}`,
  `x"); system("touch ${mark}"); ("`,
  `\u001b[2J\u001b]0;${mark}\u0007`,
  `\u202e${mark}`,
  '\u0000',
  '\ud800',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'x'.repeat(2000),
  'NaN',
  '1e309',
  'TENSOR',
  'float32',
  'float64',
  'any',
];

const numbers: readonly number[] = [
  ...[0, -0, -1, 1, 2, 3, 7, 0.5, 1e-320, 5e-324, 1e-15, 1e9, 1e12, 1e15, 1e300, 1.7976931348623157e308],
  ...[2 ** 12, 2 ** 20, 2 ** 24, 2 ** 24 + 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 40, 2 ** 53, -(2 ** 53)],
];

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A line of a log with one to three things changed; `others` lend it parts of theirs. */
export function mutated(line: string, others: readonly string[], random: Random): string {
  let text = line;
  for (let left = 1 + random.int(3); left > 0; left--)
    text = random.float() < 0.75 ? withJsonChanged(text, others, random) : withBytesChanged(text, others, random);
  return text;
}

function withBytesChanged(text: string, others: readonly string[], random: Random): string {
  const at = random.int(text.length + 1);
  const length = random.int(Math.min(40, text.length - at) + 1);
  const [head, middle, tail] = [text.slice(0, at), text.slice(at, at + length), text.slice(at + length)];
  const changes: readonly (() => string)[] = [
    () => head,
    () => head + tail,
    () => head + middle + middle + tail,
    () => head + random.pick(strings) + tail,
    () => head + String(random.pick(numbers)) + tail,
    () => head + String.fromCharCode(random.int(0x2100)) + tail,
    () => head + random.pick(others).slice(at),
    () => `${text}\r`,
    () => `\uFEFF${text}`,
    () => text.replace(/\d+/g, (digits) => (random.float() < 0.1 ? String(random.pick(numbers)) : digits)),
    () => '['.repeat(random.int(5000)) + text,
  ];
  return random.pick(changes)();
}

function withJsonChanged(text: string, others: readonly string[], random: Random): string {
  const json = parsed(text);
  if (json === undefined) return withBytesChanged(text, others, random);
  const root: Json = [json];
  const { holder, key } = placeIn(root, random);
  changeAt(holder, key, others, random);
  return JSON.stringify(root[0] ?? null);
}

interface Place {
  readonly holder: Json[] | { [key: string]: Json };
  readonly key: number | string;
}

/** Some place of a value, deep ones as likely as shallow ones. */
function placeIn(root: Json[], random: Random): Place {
  const places: Place[] = [];
  const visit = (holder: Place['holder'], key: Place['key']): void => {
    places.push({ holder, key });
    const value = valueAt(holder, key);
    if (Array.isArray(value)) for (const place of value.keys()) visit(value, place);
    else if (typeof value === 'object' && value !== null) for (const name of Object.keys(value)) visit(value, name);
  };
  visit(root, 0);
  return random.pick(places);
}

function valueAt(holder: Place['holder'], key: Place['key']): Json | undefined {
  return (holder as Readonly<Record<string | number, Json>>)[key];
}

function changeAt(holder: Place['holder'], key: Place['key'], others: readonly string[], random: Random): void {
  const value = valueAt(holder, key) ?? null;
  const set = (replacement: Json): void => {
    Object.defineProperty(holder, key, { value: replacement, enumerable: true, configurable: true, writable: true });
  };
  const changes: (() => void)[] = [
    () => {
      set(random.pick(strings));
    },
    () => {
      set(random.pick(numbers));
    },
    () => {
      set(random.pick([null, true, false, [], {}, [[]], [value], { [mark]: value }, { ['__proto__']: value }]));
    },
    () => {
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else Reflect.deleteProperty(holder, key);
    },
    () => {
      if (Array.isArray(holder)) holder.splice(Number(key), 0, structuredClone(value));
    },
    () => {
      // The same place of another record: its template, target, workload, knobs.
      const path = pathTo(holder, key, others, random);
      if (path !== undefined) set(path);
    },
  ];
  const like: (() => Json)[] = [];
  if (typeof value === 'number') like.push(() => near(value, random));
  if (typeof value === 'string') like.push(() => `${value}${random.pick(strings)}`);
  if (like.length > 0 && random.float() < 0.4) set(random.pick(like)());
  else random.pick(changes)();
}

/** A number like this one: doubled, halved, one more or less, negated, a power of two of it. */
function near(value: number, random: Random): number {
  return random.pick([
    value * 2,
    value / 2,
    value + 1,
    value - 1,
    -value,
    value * 2 ** random.int(24),
    Math.round(value),
  ]);
}

/** A value of another line that is of the same type; undefined where it has none. */
function pathTo(
  holder: Place['holder'],
  key: Place['key'],
  others: readonly string[],
  random: Random,
): Json | undefined {
  const other = parsed(random.pick(others));
  const value = valueAt(holder, key);
  if (other === undefined) return undefined;
  for (let tries = 0; tries < 8; tries++) {
    const place = placeIn([other], random);
    const found = valueAt(place.holder, place.key);
    if (found !== undefined && typeof found === typeof value && Array.isArray(found) === Array.isArray(value))
      return structuredClone(found);
  }
  return undefined;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
