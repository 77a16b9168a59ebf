import { posix } from 'node:path';
import ts from 'typescript';
import type { Graph } from './graph.js';
import { visitNodes, type SourceFile } from './source-file.js';

/** A module that a file names: to load it at once, for its types alone, or to load it later by `import()`. */
export interface Import {
  readonly name: string;
  readonly kind: 'static' | 'type' | 'lazy';
}

/** What a file imports or exports again. */
export function importsOf({ tree }: SourceFile): Import[] {
  const found: Import[] = [];
  visitNodes(tree, (node) => {
    const kind = kindOf(node);
    const name = kind && specifierOf(node);
    if (kind && name && ts.isStringLiteralLike(name)) found.push({ name: name.text, kind });
  });
  return found;
}

function kindOf(node: ts.Node): Import['kind'] | undefined {
  if (ts.isImportDeclaration(node))
    return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword ? 'type' : 'static';
  if (ts.isExportDeclaration(node)) return node.isTypeOnly ? 'type' : 'static';
  if (ts.isImportTypeNode(node)) return 'type';
  return ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword ? 'lazy' : undefined;
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  return ts.isCallExpression(node) ? node.arguments[0] : undefined;
}

/** The file that a relative import means; undefined for packages and modules of Node. */
export function importedFile(path: string, name: string): string | undefined {
  return name.startsWith('.') ? posix.join(posix.dirname(path), name).replace(/\.js$/, '.ts') : undefined;
}

/** Of each file, the files of this project that it imports by the kinds given; all kinds unless told. */
export function importGraph(
  sources: readonly SourceFile[],
  kinds: readonly Import['kind'][] = ['static', 'type', 'lazy'],
): Graph {
  return new Map(
    sources.map((source) => [
      source.path,
      importsOf(source).flatMap(({ name, kind }) => {
        const file = kinds.includes(kind) ? importedFile(source.path, name) : undefined;
        return file === undefined ? [] : [file];
      }),
    ]),
  );
}
