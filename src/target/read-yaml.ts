/** YAML and JSON files that people write: read, validated, and each problem reported with its place in the file. */
import { readFileSync, statSync } from 'node:fs';
import {
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  Parser,
  type CST,
  type Document,
  type Node,
} from 'yaml';
import type { z } from 'zod';
import { UsageError } from './errors.js';
import { shortened } from './visible.js';
import { problemOf, type Path } from './schema-problem.js';

/** No person writes more into such a file, and reading takes time that grows faster than the text. */
const MOST_KIBIBYTES = 256;
const DEEPEST = 64;
/** Values that aliases may stand for, as `yaml` counts them. */
const MOST_ALIASED = 1000;

/** What a file says, and where. */
export interface YamlFile<Value> {
  readonly value: Value;
  /** The error of what is wrong at a path, or nearest to it: `spec.yaml:3:5: knobs.TILE: it has no values.` */
  readonly problem: (path: Path, what: string) => UsageError;
  /** The line of a path, or nearest to it, counted from 1. */
  readonly lineOf: (path: Path) => number;
}

/**
 * The value of a YAML 1.2 or JSON file. Throws UsageError where it cannot be read or is not as the schema says: one
 * sentence with file, line and column, the keys that lead there, what is wrong, and the nearest key that is known.
 *
 * @internal Tests read texts that are in no file.
 */
export function readYaml<Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema> {
  return openYaml(path, schema).value;
}

/** The same, for who finds more to say about its values. */
export function openYaml<Schema extends z.ZodType>(path: string, schema: Schema): YamlFile<z.output<Schema>> {
  const lines = new LineCounter();
  const placed = (offset: number, what: string): UsageError => {
    const { line, col } = lines.linePos(offset);
    return new UsageError(`${path}:${Math.max(1, line)}:${Math.max(1, col)}: ${sentence(what)}`);
  };
  const document = documentOf(textOf(path), lines, placed);
  const problem = (keys: Path, what: string): UsageError =>
    placed(offsetOf(document, keys), keys.length > 0 ? `${pathText(keys)}: ${what}` : what);
  const lineOf = (keys: Path): number => Math.max(1, lines.linePos(offsetOf(document, keys)).line);
  const parsed = schema.safeParse(plainValue(document, placed), { reportInput: true });
  if (parsed.success) return { value: parsed.data, problem, lineOf };
  const { path: where, what } = problemOf(parsed.error, schema);
  throw problem(where, what);
}

function textOf(path: string): string {
  try {
    const about = statSync(path);
    if (!about.isFile()) throw new UsageError(`${path} is no file: name a YAML or JSON file.`);
    if (about.size > MOST_KIBIBYTES * 1024)
      throw new UsageError(`${path} is too long: such a file has at most ${MOST_KIBIBYTES} KiB.`);
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new UsageError(`${path} is no text in UTF-8: save it as such.`);
    const reason = code === 'ENOENT' ? 'there is no such file' : message;
    throw new UsageError(`${path} cannot be read (${reason}): name a YAML or JSON file.`);
  }
}

type Placed = (offset: number, what: string) => UsageError;

/** The one document of a text. What composes it calls itself, so that the depth is looked at before. */
function documentOf(text: string, lines: LineCounter, placed: Placed): Document.Parsed {
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  const deep = firstDeeper(tokens, DEEPEST);
  if (deep) throw placed(deep.offset, `lists and maps are nested deeper than ${DEEPEST} levels`);
  const composer = new Composer({ prettyErrors: false, stringKeys: true });
  const [document, second] = [...composer.compose(tokens, true, text.length)];
  const [fault] = [...document!.errors, ...document!.warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  if (fault) throw placed(fault.pos[0], fault.message);
  if (second) throw placed(second.range[0], 'a second document begins: such a file holds one');
  return document as Document.Parsed;
}

/** A token that has more lists and maps around it than allowed. */
function firstDeeper(tokens: readonly CST.Token[], most: number): CST.Token | undefined {
  const left = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = left.pop(); next; next = left.pop()) {
    const { token, depth } = next;
    if (depth > most) return token;
    if (token.type === 'document' && token.value) left.push({ token: token.value, depth });
    if (!('items' in token)) continue;
    for (const { key, value } of token.items)
      for (const inner of [key, value]) if (inner) left.push({ token: inner, depth: depth + 1 });
  }
  return undefined;
}

/** The document as plain data. A few aliases can stand for more than fits into memory. */
function plainValue(document: Document.Parsed, placed: Placed): unknown {
  try {
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASED });
    JSON.stringify(value); // throws where an alias stands in what it means
    return value;
  } catch (error) {
    throw placed(
      0,
      `its aliases cannot be followed (${(error as Error).message.split('\n')[0]!}): write out what they mean`,
    );
  }
}

/** Where the value at a path begins; of a key that is not there where the map begins that lacks it. */
function offsetOf(document: Document.Parsed, path: Path): number {
  let node: Node | null = document.contents;
  let offset = startOf(node);
  for (const key of path) {
    const inside: Node | null | undefined = isAlias(node) ? node.resolve(document) : node;
    const found = isMap(inside)
      ? inside.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(key))
      : undefined;
    const child: unknown = isSeq(inside) ? inside.items[Number(key)] : (found?.value ?? found?.key);
    if (!child) break;
    node = child as Node;
    offset = startOf(node, offset);
  }
  return offset;
}

function startOf(node: Node | null, otherwise = 0): number {
  return node?.range?.[0] ?? otherwise;
}

/** `knobs.TILE.values[2]` */
function pathText(path: Path): string {
  const parts = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${shortened(String(key))}`));
  return parts.join('').replace(/^\./, '');
}

function sentence(what: string): string {
  const text = what.trim().replace(/\s*\n\s*/g, ' ');
  return /[.?!]$/.test(text) ? text : `${text}.`;
}
