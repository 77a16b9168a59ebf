import { arch } from 'node:os';
import { askGcc } from '../../measure/gcc.js';

/** The option that names the CPU: gcc's -march, but -mcpu on Arm, where -march names only the architecture. */
export function cpuOption(cpu: string): string {
  return arch() === 'arm64' || arch() === 'arm' ? `-mcpu=${cpu}` : `-march=${cpu}`;
}

const macrosOf = new Map<string, ReadonlySet<string> | { readonly choices: readonly string[] }>();

/**
 * Names of the macros that gcc predefines for a CPU (`native`: this one), which tell its instruction sets; for a CPU that it
 * does not know, the names that it does know. Asked once per CPU and process.
 */
export function cpuMacros(cpu: string): ReadonlySet<string> | { readonly choices: readonly string[] } {
  let macros = macrosOf.get(cpu);
  if (macros === undefined) {
    const answer = askGcc([cpuOption(cpu), '-dM', '-E', '-x', 'c', '/dev/null']);
    macros = answer.ok ? readMacros(answer.stdout) : { choices: readChoices(answer.stderr) };
    macrosOf.set(cpu, macros);
  }
  return macros;
}

function readMacros(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(/^#define (\w+)/gm), (match) => match[1]));
}

/** gcc lists what it knows in a note: "valid arguments to '-march=' switch are: nocona core2 …". */
function readChoices(message: string): readonly string[] {
  const list = /valid arguments (?:to|are)[^:]*: ([^;\n]*)/.exec(message)?.[1] ?? '';
  return list.split(' ').filter((name) => name !== '' && name !== 'native');
}
