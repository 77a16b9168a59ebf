/** Fourier transforms as matrices, over rows of complex numbers whose parts alternate, or of real ones. */

export interface FourierTransform {
  /** Points of the signal. */
  readonly length: number;
  /** 2 of complex inputs, 1 of real ones. */
  readonly parts: number;
  readonly inverse: boolean;
  /** Whether the spectrum has the points that are not mirrored alone; the signal is real then. */
  readonly onesided: boolean;
}

export interface FourierMatrix {
  readonly rows: number;
  readonly columns: number;
  /** Of a number of the output. */
  readonly parts: number;
  /** Row-major: a row meets one number of the input. */
  readonly data: Float64Array;
}

export function fourierMatrix({ length, parts, inverse, onesided }: FourierTransform): FourierMatrix {
  const spectrum = onesided ? Math.floor(length / 2) + 1 : length;
  const [inputs, outputs] = inverse ? [spectrum, length] : [length, spectrum];
  const made = inverse && onesided ? 1 : 2;
  const [rows, columns] = [inputs * parts, outputs * made];
  const data = new Float64Array(rows * columns);
  for (let i = 0; i < inputs; i++) {
    const isMirrored = inverse && onesided && i > 0 && 2 * i !== length;
    const scale = (inverse ? 1 / length : 1) * (isMirrored ? 2 : 1);
    for (let k = 0; k < outputs; k++) {
      const angle = (2 * Math.PI * ((i * k) % length)) / length;
      const [cos, sin] = [scale * Math.cos(angle), scale * Math.sin(angle) * (inverse ? 1 : -1)];
      // (re + j im) (cos + j sin)
      const factors = [
        [cos, sin],
        [-sin, cos],
      ] as const;
      for (let part = 0; part < parts; part++)
        for (let out = 0; out < made; out++) data[(i * parts + part) * columns + k * made + out] = factors[part]![out]!;
    }
  }
  return { rows, columns, parts: made, data };
}
