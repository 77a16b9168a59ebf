/**
 * The epilogue of a product of whole numbers that stand for floats. What ONNX defines between DequantizeLinear and
 * QuantizeLinear is here one multiplier, where only steps lie between that know no unit; the zero point of the data is
 * in the bias.
 */
import { int32 } from '../../../elements/int32.js';
import { elementType } from '../../../elements/registry.js';
import { valueType, type DType } from '../../../ir/tensor.js';
import type { ConstantTensor } from '../../onnx/model.js';
import type { Operand } from '../layer.js';
import type { QuantisedProduct } from '../quantised.js';
import type { Scaled, TailStep } from '../tail.js';

/** A step of an epilogue with all that it reads. */
interface Step {
  readonly text: string;
  readonly operands: readonly Operand[];
}

/** `steps`: what follows the sums, of floats. */
export function quantisedTail(
  product: QuantisedProduct,
  steps: readonly TailStep[],
): { readonly epilogue: string; readonly operands: readonly Operand[] } {
  const all = stepsOf(product, steps);
  return {
    epilogue: all.map(({ text }) => text).join() || 'none',
    operands: all.flatMap(({ operands }) => operands),
  };
}

/** Of sums, and again of what is dequantised on the way. */
function stepsOf(product: QuantisedProduct, steps: readonly TailStep[]): readonly Step[] {
  const again = steps.findLastIndex(({ step }) => step === 'dequantize');
  if (again < 0) return stepsOfSums(product, steps);
  const { scale, zero } = steps[again]!.scaled!;
  const scales = product.units.map(() => scale);
  return [...stepsOf(product, steps.slice(0, again)), ...asFloats(scales, zero, steps.slice(again + 1))];
}

function stepsOfSums(product: QuantisedProduct, steps: readonly TailStep[]): readonly Step[] {
  const { units, bias, left } = linear(product, steps);
  const whole = wholeBias(product, units, bias);
  if (left[0]?.step === 'whole') return whole.steps;
  const { between, result } = parted(left);
  const keepsSigns = units.every((unit) => unit >= 0);
  if (result && whole.isAll && keepsSigns && between.every(({ step }) => isRectifier(step, result, product.type))) {
    const rectifies = between.length > 0 && result.zero > elementType(product.type).limits[0];
    const multiplier = perChannel(units.map((unit) => unit / result.scale));
    return [
      ...whole.steps,
      ...(rectifies ? [plain('relu')] : []),
      atZero('requantize', result.zero, units.length, multiplier),
    ];
  }
  const added = whole.isAll ? [] : [{ step: 'bias', operand: perChannel(bias) }];
  return [...whole.steps, ...asFloats(units, 0, [...added, ...left])];
}

/** Steps between whole numbers, and what those behind them stand for; undefined where floats are left. */
function parted(steps: readonly TailStep[]) {
  const last = steps.at(-1);
  return last?.step === 'quantize' ? { between: steps.slice(0, -1), result: last.scaled } : { between: steps };
}

/** From whole numbers of such scales by channel: in units of the result where no step knows one. */
function asFloats(scales: readonly number[], zero: number, steps: readonly TailStep[]): readonly Step[] {
  const { between, result } = parted(steps);
  const unit = result && between.every(({ step }) => knowsNoUnit.test(step)) ? result.scale : 1;
  return [
    atZero('dequantize', zero, scales.length, perChannel(scales.map((scale) => scale / unit))),
    ...between.map((step) => inUnit(step, unit, scales.length)),
    ...(result ? [behind(result, unit, scales.length)] : []),
  ];
}

/** Steps that do the same whatever the floats are in units of, but for what they add. */
const knowsNoUnit = /^(relu|leaky:.*|prelu|bias|add-quantized)$/;

/** A step of floats in units of `unit`. */
function inUnit({ step, operand, scaled }: TailStep, unit: number, channels: number): Step {
  if (scaled) {
    const scale = perChannel(constantFor(channels, scaled.scale / unit));
    return atZero(step, scaled.zero, channels, operand!, scale);
  }
  if (step !== 'bias' || unit === 1) return plain(step, ...(operand ? [operand] : []));
  return plain(step, perChannel(Array.from(numbersOf(operand!)!, (number) => number / unit)));
}

/** To whole numbers, of floats in units of theirs or of 1. */
function behind({ scale, zero }: Scaled, unit: number, channels: number): Step {
  if (unit === scale) return atZero('round', zero, channels);
  return atZero('quantize', zero, channels, perChannel(constantFor(channels, scale)));
}

/** Steps at the front that add or multiply by known numbers: what a sum stands for then, and what is added. */
function linear({ units }: QuantisedProduct, steps: readonly TailStep[]) {
  let scales = [...units];
  let bias = units.map(() => 0);
  let place = 0;
  for (; place < steps.length; place++) {
    const { step, operand } = steps[place]!;
    const numbers = operand && numbersOf(operand);
    if (!numbers || (step !== 'bias' && step !== 'scale')) break;
    if (step === 'bias') bias = bias.map((number, channel) => number + numbers[channel]!);
    else {
      scales = scales.map((unit, channel) => unit * numbers[channel]!);
      bias = bias.map((number, channel) => number * numbers[channel]!);
    }
  }
  return { units: scales, bias, left: steps.slice(place) };
}

/**
 * What is added to sums, with the zero point of the data: Σ (a - zero) w = Σ a w - zero Σ w. `isAll`: whether all of
 * the bias is whole numbers in units of the sums that int32 holds.
 */
function wholeBias({ zero, sums }: QuantisedProduct, units: readonly number[], bias: readonly number[]) {
  const inUnits = bias.map((number, channel) => (number === 0 ? 0 : number / units[channel]!));
  const rounded = inUnits.map(Math.round);
  const [least, largest] = int32.limits.map((limit) => limit / 2) as [number, number];
  const isWholeAt = (number: number, channel: number): boolean =>
    number >= least && number <= largest && isNear(number, inUnits[channel]!);
  const isAll = rounded.every(isWholeAt);
  const all = sums.map((sum, channel) => (isAll ? rounded[channel]! : 0) - zero * sum);
  const steps = all.every((number) => number === 0) ? [] : [plain('bias', perChannel(all, int32.name))];
  return { isAll, steps };
}

/** Whether they differ by no more than float32 numbers do that stand for one whole number of units. */
function isNear(whole: number, number: number): boolean {
  return Math.abs(whole - number) <= Math.max(2 ** -10, 2 ** -21 * Math.abs(whole));
}

/** Whether a step cuts at 0, and nothing that the result could hold. */
function isRectifier(step: string, { scale, zero }: Scaled, type: DType): boolean {
  if (step === 'relu') return true;
  const most = step === 'relu6' ? 6 : Number(/^clip:0:(.*)$/.exec(step)?.[1] ?? NaN);
  return most / scale + zero >= elementType(type).limits[1];
}

/** Zero points are read, so that layers that differ in nothing else are one kernel, and one of other models. */
function atZero(step: string, zero: number, channels: number, ...operands: readonly Operand[]): Step {
  if (zero === 0) return plain(`${step}:0`, ...operands);
  return plain(`${step}:each`, ...operands, perChannel(constantFor(channels, zero), int32.name));
}

function plain(text: string, ...operands: readonly Operand[]): Step {
  return { text, operands };
}

function perChannel(numbers: readonly number[], type: DType = valueType): Operand {
  const constant: ConstantTensor = { type, shape: [numbers.length], data: Float64Array.from(numbers) };
  return { constant };
}

function constantFor(channels: number, number: number): readonly number[] {
  return Array.from({ length: channels }, () => number);
}

function numbersOf(operand: Operand): ConstantTensor['data'] | undefined {
  return 'constant' in operand ? operand.constant.data : undefined;
}
