import type { ConstantTensor } from '../../onnx/model.js';

/**
 * A constant that broadcasts to a value of `rank` axes as one element for each of `channels` along `axis`; undefined
 * where it differs along another axis, or would make the value larger.
 */
export function perChannel(
  { shape, data }: ConstantTensor,
  rank: number,
  axis: number,
  channels: number,
): Float64Array | undefined {
  if (shape.length > rank) return undefined;
  const missing = rank - shape.length;
  const fits = shape.every((extent, at) => extent === 1 || (at + missing === axis && extent === channels));
  if (!fits) return undefined;
  return data.length === 1 ? new Float64Array(channels).fill(data[0]!) : Float64Array.from(data);
}
