/** Takes variables out of procedures that nothing reads: values have no side effects, and compilers complain. */
import type { Statement } from './procedure.js';
import type { Value } from './value.js';

export function withoutUnread(body: readonly Statement[]): readonly Statement[] {
  const read = new Set<number>();
  for (const value of body.flatMap(valuesOf)) addVariables(value, read);
  const kept = keptOf(body, read);
  return countOf(kept) === countOf(body) ? body : withoutUnread(kept);
}

function keptOf(body: readonly Statement[], read: ReadonlySet<number>): readonly Statement[] {
  return body.flatMap((statement): readonly Statement[] => {
    switch (statement.do) {
      case 'let':
      case 'set':
        return read.has(statement.variable) ? [statement] : [];
      case 'loop':
      case 'while':
        return [{ ...statement, body: keptOf(statement.body, read) }];
      case 'if':
        return [{ ...statement, yes: keptOf(statement.yes, read), no: keptOf(statement.no, read) }];
      default:
        return [statement];
    }
  });
}

function countOf(body: readonly Statement[]): number {
  return body.reduce((sum, statement) => sum + 1 + countOf(innerOf(statement)), 0);
}

function innerOf(statement: Statement): readonly Statement[] {
  if (statement.do === 'if') return [...statement.yes, ...statement.no];
  return statement.do === 'loop' || statement.do === 'while' ? statement.body : [];
}

function valuesOf(statement: Statement): readonly Value[] {
  const inner = innerOf(statement).flatMap(valuesOf);
  switch (statement.do) {
    case 'let':
    case 'set':
      return [statement.value];
    case 'store':
      return [statement.at, statement.value];
    case 'loop':
      return [statement.from, statement.to, ...inner];
    case 'while':
    case 'if':
      return [statement.condition, ...inner];
    case 'copy':
      return [statement.toAt, statement.fromAt, statement.count];
    case 'fail':
      return [];
  }
}

function addVariables({ form }: Value, read: Set<number>): void {
  switch (form.of) {
    case 'number':
      return;
    case 'variable':
      read.add(form.number);
      return;
    case 'element':
      addVariables(form.at, read);
      return;
    case 'pair':
      addVariables(form.left, read);
      addVariables(form.right, read);
      return;
    case 'choice':
      for (const one of [form.condition, form.yes, form.no]) addVariables(one, read);
      return;
    default:
      addVariables(form.x, read);
  }
}
