/**
 * Stages of a function: its parallel loops, which OpenMP makes functions of in any case, and on one thread its
 * outermost loops where they are long. Each can be compiled by itself. Most depend on few of the knobs, so that other
 * kernels have the same.
 */
import { isConstant, subtract } from '../../../ir/index.js';
import type { For, Stmt } from '../../../ir/nest.js';

/** A loop of a function, and what it reads of it. */
export interface Stage {
  /** Declarations of the names that are in scope, each of which it ends. */
  readonly parameters: readonly string[];
  readonly lines: readonly string[];
}

/** Stands in the lines of a function for a stage; no C begins so. */
const MARK = '@';

/** Gathers the stages of one function. */
export class Stages {
  readonly all: Stage[] = [];
  private readonly scope: string[] = [];
  /** Values in registers around a statement, which no other function could read. */
  private registers = 0;
  private loops = 0;

  /** Whether no loop is around a statement. */
  get isOutermost(): boolean {
    return this.loops === 0;
  }

  /** Declares a name for the rest of the function. */
  declare(declaration: string): void {
    this.scope.push(declaration);
  }

  /** Declares a name inside `body`. */
  within<T>(declaration: string, body: () => T): T {
    this.scope.push(declaration);
    const result = body();
    this.scope.pop();
    return result;
  }

  /** The same of a loop's variable; what is in the loop is no stage of its own. */
  withinLoop<T>(declaration: string, body: () => T): T {
    this.loops++;
    const result = this.within(declaration, body);
    this.loops--;
    return result;
  }

  withinRegisters<T>(body: () => T): T {
    this.registers++;
    const result = body();
    this.registers--;
    return result;
  }

  /** Lines that stand for these: a mark, or where they can be no stage themselves. */
  cut(lines: readonly string[]): string[] {
    if (this.registers > 0) return [...lines];
    const words = new Set(lines.flatMap((line) => line.match(/\b[A-Za-z_]\w*/g) ?? []));
    const parameters = this.scope.filter((declaration) => words.has(nameOf(declaration)));
    this.all.push({ parameters, lines });
    return [`${MARK}${this.all.length - 1}`];
  }
}

/** Characters that a compiler reads in the time that it takes to start. */
const LONG = 4096;

/** Whether compiling lines apart, and once for many kernels, can save anything. */
export function isLong(lines: readonly string[]): boolean {
  return lines.reduce((sum, line) => sum + line.length, 0) >= LONG;
}

/** Iterations for which the time of calls is nothing. */
const SHORT = 16;

/** Whether a loop that is around several others is short, so that these are better stages than it is. */
export function holdsStages({ from, to, unrollFactor = 1, body }: For): boolean {
  const count = subtract(to, from);
  return unrollFactor === 1 && isConstant(count) && count.constant <= SHORT && loopsIn(body) > 1;
}

/** Loops that can be cut of a statement. */
function loopsIn(stmt: Stmt): number {
  switch (stmt.kind) {
    case 'for':
      return stmt.annotation === 'serial' || stmt.annotation === 'parallel' ? 1 : 0;
    case 'if':
      return loopsIn(stmt.then) + loopsIn(stmt.otherwise);
    case 'block':
      return stmt.body.reduce((sum, one) => sum + loopsIn(one), 0);
    case 'alloc':
      return ['register', 'fragment'].includes(stmt.storage.scope) ? 0 : loopsIn(stmt.body);
    default:
      return 0;
  }
}

/** The lines of a function with its stages in place. */
export function withStages(lines: readonly string[], stages: readonly Stage[]): string[] {
  return replaced(lines, (place, margin) =>
    stages[place]!.lines.map((line) => (line.startsWith('#') ? line : `${margin}${line}`)),
  );
}

/** The lines of a function with calls of its stages, which are named by their place. */
export function withCalls(
  lines: readonly string[],
  stages: readonly Stage[],
  name: (place: number) => string,
): string[] {
  return replaced(lines, (place, margin) => [
    `${margin}${name(place)}(${stages[place]!.parameters.map(nameOf).join(', ')});`,
  ]);
}

/** `data` of `const float *restrict data`. */
export function nameOf(declaration: string): string {
  return /\w+$/.exec(declaration)![0];
}

function replaced(lines: readonly string[], by: (place: number, margin: string) => readonly string[]): string[] {
  return lines.flatMap((line) => {
    const at = line.indexOf(MARK);
    return at >= 0 && line.trimStart().startsWith(MARK) ? by(Number(line.slice(at + 1)), line.slice(0, at)) : [line];
  });
}
