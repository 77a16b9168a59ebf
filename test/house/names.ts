import ts from 'typescript';
import { placeOf, visitNodes, type Place, type SourceFile } from './source-file.js';

/** Whether a text is a name of the kind that is looked for. */
export type IsName = (text: string) => boolean;

/** Calls that test a text or look one up. */
const testMethods: ReadonlySet<string> = new Set([
  ...['has', 'includes', 'indexOf', 'startsWith', 'endsWith'],
  ...['match', 'search', 'test', 'exec', 'some', 'every', 'find'],
]);

const comparisons: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
  ts.SyntaxKind.InKeyword,
]);

/** What decides by a name besides comparisons: lists that hold it, regular expressions that spell it out. */
export type Indirect = 'list' | 'pattern';

/**
 * Where code decides by a name that it spells out: comparisons, switches, texts and lists that are searched. A switch
 * is one place. A name that is only passed on or declared decides nothing.
 */
export function findComparisons(source: SourceFile, isName: IsName, also: readonly Indirect[] = []): Place[] {
  const deciding = new Set<ts.Node>();
  visitNodes(source.tree, (node) => {
    if (also.includes('pattern') && ts.isRegularExpressionLiteral(node) && wordsOf(node.text).some(isName))
      deciding.add(node);
    if (!ts.isStringLiteralLike(node) || !isName(node.text)) return;
    const decider = deciderAround(node) ?? (also.includes('list') ? listAround(node) : undefined);
    if (decider) deciding.add(decider);
  });
  return [...deciding].map((node) => placeOf(source, node));
}

/** Object literals of two keys or more that are such names: tables to look something up by name. */
export function findTables(source: SourceFile, isName: IsName): Place[] {
  const found: Place[] = [];
  visitNodes(source.tree, (node) => {
    if (!ts.isObjectLiteralExpression(node)) return;
    const keys = node.properties.filter(({ name }) => name && isKey(name) && isName(name.text));
    if (keys.length > 1) found.push(placeOf(source, node));
  });
  return found;
}

function isKey(name: ts.PropertyName): name is ts.Identifier | ts.StringLiteral {
  return ts.isIdentifier(name) || ts.isStringLiteral(name);
}

/** The words that a regular expression spells out. */
function wordsOf(pattern: string): readonly string[] {
  return pattern.match(/\w+/g) ?? [];
}

/** What decides by a literal: the comparison, switch or call that it is an operand of. */
function deciderAround(node: ts.Expression): ts.Node | undefined {
  const parent = outside(node);
  if (ts.isBinaryExpression(parent)) return comparisons.has(parent.operatorToken.kind) ? parent : undefined;
  if (ts.isCaseClause(parent)) return parent.parent.parent;
  if (ts.isCallExpression(parent)) return testsWith(parent) ? parent : undefined;
  return ts.isArrayLiteralExpression(parent) ? searchOf(parent) : undefined;
}

function listAround(node: ts.Expression): ts.Node | undefined {
  const parent = outside(node);
  return ts.isArrayLiteralExpression(parent) ? parent : undefined;
}

/** The call or set that searches a list. */
function searchOf(list: ts.ArrayLiteralExpression): ts.Node | undefined {
  const parent = outside(list);
  if (ts.isNewExpression(parent)) return parent;
  const call = ts.isPropertyAccessExpression(parent) ? parent.parent : undefined;
  return call && ts.isCallExpression(call) && testsWith(call) ? call : undefined;
}

function testsWith({ expression }: ts.CallExpression): boolean {
  return ts.isPropertyAccessExpression(expression) && testMethods.has(expression.name.text);
}

/** The parent of an expression beyond parentheses and type assertions. */
function outside({ parent }: ts.Node): ts.Node {
  return ts.isParenthesizedExpression(parent) || ts.isAsExpression(parent) ? outside(parent) : parent;
}
