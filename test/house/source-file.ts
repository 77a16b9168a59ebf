import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A file of TypeScript or JavaScript and its syntax tree. */
export interface SourceFile {
  /** From the root of the repository, or from the folder that was read. */
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
}

/** A place in a file that a count is about. */
export interface Place {
  readonly path: string;
  /** Counted from 1; absent where the file as a whole is meant. */
  readonly line?: number;
  /** What stands there, on one line. */
  readonly text: string;
}

export function parseSource(path: string, text: string): SourceFile {
  const kind = /\.m?js$/.test(path) ? ts.ScriptKind.JS : ts.ScriptKind.TS;
  return { path, text, tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind) };
}

/** The paths of files below a folder that have one of the endings, in order; without installed packages. */
export function filesBelow(folder: string, endings: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => endings.some((ending) => path.endsWith(ending)) && !path.includes('node_modules'))
    .sort();
}

const parsed = new Map<string, SourceFile>();

/** The sources below a folder, by paths that begin with it; parsed once for all suites of a process. */
export function readSources(folder: string, endings: readonly string[]): SourceFile[] {
  return filesBelow(folder, endings).map((path) => {
    const whole = join(folder, path);
    const text = readFileSync(whole, 'utf8');
    const before = parsed.get(whole);
    const source = before?.text === text ? before : parseSource(whole, text);
    parsed.set(whole, source);
    return source;
  });
}

/** Calls a function with a node and all nodes below it. */
export function visitNodes(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => {
    visitNodes(child, visit);
  });
}

export function placeOf({ path, tree }: SourceFile, node: ts.Node): Place {
  const start = node.getStart(tree);
  const words = node.getText(tree).replace(/\s+/g, ' ');
  const text = words.length > 100 ? `${words.slice(0, 99)}…` : words;
  return { path, line: tree.getLineAndCharacterOfPosition(start).line + 1, text };
}

/** An expression without the parentheses and type assertions around it. */
export function bare(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)
    ? bare(node.expression)
    : node;
}
