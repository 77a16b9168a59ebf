import type { Operator } from './operator.js';
import { signalConstant } from './signal-windows.js';

/** How much of each point of a spectrum is in each band, which are equally wide on the mel scale: triangles. */
export const melWeightMatrix: Operator = {
  name: 'MelWeightMatrix',
  inputs: [5, 5],
  normalise: (node) => {
    const [bands, length, rate, lower, upper] = ['bands', 'a length', 'a rate', 'a lower edge', 'an upper edge'].map(
      (what, index) => node.constantInput(index, what).data[0]!,
    ) as [number, number, number, number, number];
    const points = Math.floor(length / 2) + 1;
    node.checkSize([points, bands], 'float32');
    const [least, most] = [melOf(lower), melOf(upper)];
    const edges = Array.from({ length: bands + 2 }, (_, i) => {
      const hertz = hertzOf(least + (i * (most - least)) / (bands + 2));
      return Math.floor(((length + 1) * hertz) / rate);
    });
    if (edges.some((edge) => !(edge >= 0 && edge < points))) node.invalid('its bands go beyond the spectrum');
    const data = new Float64Array(points * bands);
    for (let band = 0; band < bands; band++) {
      const [left, centre, right] = edges.slice(band, band + 3) as [number, number, number];
      for (let point = left; point < centre; point++) data[point * bands + band] = (point - left) / (centre - left);
      data[centre * bands + band] = 1;
      for (let point = centre; point < right; point++) data[point * bands + band] = (right - point) / (right - centre);
    }
    return { constant: signalConstant(node, [points, bands], data) };
  },
};

function melOf(hertz: number): number {
  return 2595 * Math.log10(1 + hertz / 700);
}

function hertzOf(mel: number): number {
  return 700 * (10 ** (mel / 2595) - 1);
}
