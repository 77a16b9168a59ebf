import ts from 'typescript';
import { bare, placeOf, visitNodes, type Place, type SourceFile } from './source-file.js';

/** Spreads that may add nothing to an object: `...(c ? { a } : {})`, `...(c && { a })`. */
export function findConditionalSpreads(source: SourceFile): Place[] {
  const found: Place[] = [];
  visitNodes(source.tree, (node) => {
    if (ts.isSpreadAssignment(node) && mayBeNothing(bare(node.expression))) found.push(placeOf(source, node));
  });
  return found;
}

function mayBeNothing(node: ts.Expression): boolean {
  if (ts.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].some((branch) => isNothing(bare(branch)) || mayBeNothing(bare(branch)));
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken;
}

function isNothing(node: ts.Expression): boolean {
  return (
    (ts.isObjectLiteralExpression(node) && node.properties.length === 0) ||
    (ts.isIdentifier(node) && node.text === 'undefined')
  );
}
