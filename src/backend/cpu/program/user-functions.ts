/** The functions of the user's that a network calls: a file of the library each. */
import type { CFunction, FunctionCall } from '../../../ir/c-function.js';
import { nameOf } from '../../library/names.js';
import { isKernelCall, type ProgramSet } from '../../program/program.js';
import { functionFileText } from './c-function-text.js';

/** The library's own names for them, each of a function and of the file that it is in. */
export type UserFunctions = ReadonlyMap<CFunction, string>;

export function userFunctionsOf(set: ProgramSet): UserFunctions {
  const names = new Map<CFunction, string>();
  for (const { function: own } of callsOf(set))
    if (!names.has(own)) names.set(own, nameOf([set.name, 'operator', own.name], new Set(names.values())));
  return names;
}

export function userFunctionFiles(set: ProgramSet, names: UserFunctions): readonly (readonly [string, string])[] {
  const calls = new Map(callsOf(set).map((call) => [call.function, call]));
  return Array.from(names, ([own, name]) => [`src/${name}.c`, functionFileText(calls.get(own)!, name)] as const);
}

function callsOf({ programs }: ProgramSet): readonly FunctionCall[] {
  const routines = programs.flatMap(({ calls }) => calls.flatMap((call) => (isKernelCall(call) ? [] : [call.routine])));
  return routines.flatMap((routine) => (routine.does === 'function' ? [routine.call] : []));
}
