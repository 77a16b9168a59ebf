/** Erases the line that the cursor stands in, and goes to its start. */
const ERASE = '\r\u001B[K';

/** The last line of a terminal, which is drawn anew in its place. Whatever else is written goes above it. */
export class StatusLine {
  #shown: string | undefined;

  constructor(private readonly write: (text: string) => void) {}

  /** Shows a text of one line in the place of the last one; undefined: none. */
  show(text: string | undefined): void {
    if (text === this.#shown) return;
    if (this.#shown !== undefined) this.write(ERASE);
    if (text !== undefined) this.write(text);
    this.#shown = text;
  }

  /** Has something written that ends with a line break. */
  above(write: () => void): void {
    const shown = this.#shown;
    this.show(undefined);
    write();
    this.show(shown);
  }
}
