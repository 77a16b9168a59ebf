/** Reads expressions of a small language, by descent, whatever its grammar is. */

export interface Token {
  readonly kind: 'number' | 'text' | 'word' | 'sign' | 'end';
  readonly text: string;
  /** From 1. */
  readonly column: number;
}

/** How deep an expression may be nested: nobody writes more, and reading it calls itself. */
const DEEPEST = 50;

export abstract class TokenReader {
  private readonly tokens: readonly Token[];
  private at = 0;
  private depth = 0;

  /** `pattern`: sticky, with a group for each kind. `strange`: what is said of a character that begins no token. */
  constructor(text: string, pattern: RegExp, strange: string) {
    const tokens: Token[] = [];
    const end = text.trimEnd().length;
    for (let at = 0; at < end; at = pattern.lastIndex) {
      pattern.lastIndex = at;
      const groups: Readonly<Record<string, string | undefined>> = pattern.exec(text)?.groups ?? {};
      const [kind, found] = Object.entries(groups).find(([, group]) => group !== undefined) ?? [];
      if (found === undefined) {
        const column = at + /^\s*/.exec(text.slice(at))![0].length;
        throw this.wrong(`"${text[column]!}" ${strange}`, column + 1);
      }
      tokens.push({ kind: kind as Token['kind'], text: found, column: pattern.lastIndex - found.length + 1 });
    }
    this.tokens = [...tokens, { kind: 'end', text: '', column: end + 1 }];
  }

  protected abstract wrong(what: string, column: number): Error;

  protected get next(): Token {
    return this.tokens[this.at]!;
  }

  protected get second(): Token | undefined {
    return this.tokens[this.at + 1];
  }

  protected unexpected(expected: string): Error {
    const { kind, text, column } = this.next;
    return this.wrong(kind === 'end' ? `it ends where ${expected}` : `"${text}" stands where ${expected}`, column);
  }

  protected takeValue(...kinds: readonly Token['kind'][]): Token {
    if (!kinds.includes(this.next.kind)) throw this.unexpected('a value is expected');
    return this.tokens[this.at++]!;
  }

  protected take(...texts: readonly string[]): Token | undefined {
    const { next } = this;
    if ((next.kind !== 'sign' && next.kind !== 'word') || !texts.includes(next.text)) return undefined;
    this.at++;
    return next;
  }

  protected must(text: string): void {
    if (!this.take(text)) throw this.unexpected(`"${text}" is expected`);
  }

  /** Reads all of the text. */
  protected all<T>(read: () => T): T {
    const found = read();
    if (this.next.kind !== 'end') throw this.unexpected('the expression should end');
    return found;
  }

  /** Reads what may hold itself. */
  protected nested<T>(read: () => T): T {
    if (++this.depth > DEEPEST) throw this.wrong(`it is nested deeper than ${DEEPEST} levels`, this.next.column);
    const found = read();
    this.depth--;
    return found;
  }

  /** Operands with signs between them, put together from the left. */
  protected chain<T>(signs: readonly string[], operand: () => T, join: (left: T, right: T, sign: Token) => T): T {
    let left = operand();
    for (let sign = this.take(...signs); sign; sign = this.take(...signs)) left = join(left, operand(), sign);
    return left;
  }

  /** `( … , … )` */
  protected inParentheses<T>(read: () => T): T[] {
    this.must('(');
    const all = [read()];
    while (this.take(',')) all.push(read());
    this.must(')');
    return all;
  }
}
