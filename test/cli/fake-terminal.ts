/** What a terminal shows of what is written to it: carriage returns, erased lines, and letters that wrap. */
export class FakeTerminal {
  readonly #lines: string[] = [''];
  #column = 0;

  constructor(private readonly columns: number) {}

  write(text: string): void {
    for (const [part] of text.matchAll(/\u001B\[K|[^]/gu)) {
      if (part === '\r') this.#column = 0;
      else if (part === '\u001B[K') this.#last = this.#last.slice(0, this.#column);
      else if (part === '\n') this.#break();
      else this.#put(part);
    }
  }

  /** All lines, the one that the cursor stands in last. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  get #last(): string {
    return this.#lines.at(-1)!;
  }

  set #last(line: string) {
    this.#lines[this.#lines.length - 1] = line;
  }

  #put(letter: string): void {
    if (this.#column === this.columns) this.#break();
    this.#last = this.#last.slice(0, this.#column) + letter + this.#last.slice(this.#column + 1);
    this.#column++;
  }

  #break(): void {
    this.#lines.push('');
    this.#column = 0;
  }
}
