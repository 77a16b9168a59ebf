/** A matrix of numbers, row-major, and the gradient of a loss by each of them, which is 0 until a tape runs back. */
export class Matrix {
  #gradient: Float64Array | undefined;

  constructor(
    readonly rows: number,
    readonly columns: number,
    readonly data: Float64Array = new Float64Array(rows * columns),
  ) {}

  get gradient(): Float64Array {
    return (this.#gradient ??= new Float64Array(this.data.length));
  }
}

/**
 * Notes how gradients flow back while a net computes (reverse-mode differentiation). One that does not record is for
 * predictions alone.
 */
export class Tape {
  readonly #steps: (() => void)[] = [];

  constructor(private readonly records = true) {}

  /** Notes what adds to the gradients of an operation's inputs, given that of its result. */
  note(step: () => void): void {
    if (this.records) this.#steps.push(step);
  }

  /** Adds the gradients of a loss, a matrix of one number, to all that it was computed from. */
  backward(loss: Matrix): void {
    loss.gradient[0]! += 1;
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) step();
  }
}
