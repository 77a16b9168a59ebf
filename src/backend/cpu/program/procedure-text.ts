/** Procedures as functions of C, which return 0, or 1 where they fail. */
import { createHash } from 'node:crypto';
import type { ArrayOfElements, Procedure, Statement } from '../../../ir/procedure/procedure.js';
import type { ArrayName, Kind } from '../../../ir/procedure/value.js';
import type { DType } from '../../../ir/tensor.js';
import { CFunctions, loaded, localType, stored, valueText, type Names } from './procedure-values.js';
import { memoryOf } from './port-texts.js';

/** In which types arguments lie in memory. */
export interface ArgumentTypes {
  readonly inputs: readonly DType[];
  readonly outputs: readonly DType[];
}

export interface ProcedureText {
  /** Of the function, which follows from what it does. */
  readonly name: string;
  /** The functions that it calls, and itself. */
  readonly functions: readonly string[];
}

/** Its parameters are inputs, outputs and scratch. */
export function procedureText(procedure: Procedure, types: ArgumentTypes): ProcedureText {
  const functions = new CFunctions();
  const names: Names = {
    arrayName: ({ role, number }) => `${role}${number}`,
    memory: ({ role, number, kind }) =>
      role === 'scratch' ? kind : (role === 'input' ? types.inputs : types.outputs)[number]!,
    functions,
  };
  const parameter = (array: ArrayName): string => {
    const type = memoryText(names.memory(array));
    return `${array.role === 'input' ? 'const ' : ''}${type} *${names.arrayName(array)}`;
  };
  const { inputs, outputs, scratch, body } = procedure;
  const parameters = [
    ...arraysOf(inputs, 'input'),
    ...arraysOf(outputs, 'output'),
    ...arraysOf(scratch, 'scratch'),
  ].map(parameter);
  const lines = [...linesOf(body, names), 'return 0;'].map((line) => `  ${line}`).join('\n');
  const rest = `(${parameters.join(', ')}) {\n${lines}\n}`;
  const name = `procedure_${createHash('sha256').update(rest).digest('hex').slice(0, 12)}`;
  return { name, functions: [...functions.texts, `static int ${name}${rest}`] };
}

function arraysOf(arrays: readonly ArrayOfElements[], role: ArrayName['role']): readonly ArrayName[] {
  return arrays.map(({ kind }, number) => ({ role, number, kind }));
}

function memoryText(kind: Kind): string {
  return kind === 'index' || kind === 'real' ? localType(kind) : memoryOf(kind);
}

function linesOf(statements: readonly Statement[], names: Names): string[] {
  return statements.flatMap((statement) => statementLines(statement, names));
}

function block(statements: readonly Statement[], names: Names): string[] {
  return linesOf(statements, names).map((line) => `  ${line}`);
}

function statementLines(statement: Statement, names: Names): readonly string[] {
  switch (statement.do) {
    case 'let': {
      const { variable, value } = statement;
      return [`${localType(value.kind)} v${variable} = ${valueText(value, names)};`];
    }
    case 'set':
      return [`v${statement.variable} = ${valueText(statement.value, names)};`];
    case 'store': {
      const { array, at, value } = statement;
      const text = stored(valueText(value, names), value.kind, names.memory(array), names.functions);
      return [`${names.arrayName(array)}[${valueText(at, names)}] = ${text};`];
    }
    case 'loop': {
      const { variable, from, to, body } = statement;
      const [name, end] = [`v${variable}`, `end${variable}`];
      const range = `int64_t ${name} = ${valueText(from, names)}, ${end} = ${valueText(to, names)}`;
      return [`for (${range}; ${name} < ${end}; ${name}++) {`, ...block(body, names), '}'];
    }
    case 'while':
      return [`while (${valueText(statement.condition, names)}) {`, ...block(statement.body, names), '}'];
    case 'if': {
      const { condition, yes, no } = statement;
      const otherwise = no.length > 0 ? ['} else {', ...block(no, names)] : [];
      return [`if (${valueText(condition, names)}) {`, ...block(yes, names), ...otherwise, '}'];
    }
    case 'copy':
      return [copyText(statement, names)];
    case 'fail':
      return ['return 1;'];
  }
}

/** As bytes where both lie in memory alike. */
function copyText(copy: Extract<Statement, { do: 'copy' }>, names: Names): string {
  const [to, from] = [names.arrayName(copy.to), names.arrayName(copy.from)];
  const [toAt, fromAt, count] = [copy.toAt, copy.fromAt, copy.count].map((value) => valueText(value, names)) as [
    string,
    string,
    string,
  ];
  const [own, other] = [names.memory(copy.from), names.memory(copy.to)];
  if (own === other) return `memcpy(${to} + ${toAt}, ${from} + ${fromAt}, (size_t)(${count}) * sizeof *${to});`;
  const { kind } = copy.to;
  const element = stored(loaded(`${from}[${fromAt} + i]`, own, kind, names.functions), kind, other, names.functions);
  return `for (int64_t i = 0; i < ${count}; i++) ${to}[${toAt} + i] = ${element};`;
}
