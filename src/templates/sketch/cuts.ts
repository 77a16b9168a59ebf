/** How knobs say that the dimensions of a stage are cut. */
import type { Stage } from '../../ir/stage.js';
import type { Values } from '../../space/space.js';
import type { Cut } from './nest.js';
import { longDims, vectorDim } from './stages.js';

/** The knobs of a stage; one that has none is cut along its vectors by the knob `vectors`. */
export interface CutKnobs {
  readonly knobs: readonly (readonly [dim: number, name: string])[];
  readonly vectorDim: number;
}

/** `tile_out_oc` */
export function cutKnob({ tensor, compute }: Stage, dim: number): string {
  return `tile_${tensor.name}_${compute.axes[dim]!.name}`;
}

/** `isKnob`: whether a space has a knob of a name. */
export function cutKnobsOf(stage: Stage, isKnob: (name: string) => boolean): CutKnobs {
  const all = longDims(stage).map((dim) => [dim, cutKnob(stage, dim)] as const);
  return { knobs: all.filter(([, name]) => isKnob(name)), vectorDim: vectorDim(stage) };
}

/** The cuts of a stage, by its dimensions: of `[-1, tiles, elements]`, or `[-1, elements]`; `alongSum`: of rows. */
export function readCuts(
  { knobs, vectorDim }: CutKnobs,
  values: Values,
  alongSum: boolean,
): (readonly [number, Cut])[] {
  if (knobs.length === 0) {
    const elements = Number(values['vectors']) * (alongSum ? 1 : Number(values['lanes']));
    return [[vectorDim, { tiles: 1, elements }]];
  }
  return knobs.map(([dim, name]) => {
    const sizes = values[name] as readonly number[];
    return [dim, { tiles: sizes.length === 3 ? sizes[1]! : 1, elements: sizes.at(-1)! }];
  });
}
