/**
 * `--layout any`: all layouts that a template serves compete. Of a template that is written for NHWC (and blocks of
 * channels, perhaps) and for NCHW, this makes one whose space is the union of both; the knob `layout`
 * distinguishes them. Kernels for NCHW get images that `pack` and `unpack` convert off the clock, as any layout of the
 * template's choice.
 */
import type { Schedule } from '../ir/schedule.js';
import { computationOf } from '../operator/operator.js';
import type { Workload } from '../operator/operator.js';
import { findOperator } from '../operator/registry.js';
import type { KnobValue } from '../space/config.js';
import { keyOf } from '../space/knob.js';
import type { Knob } from '../space/knob.js';
import { Space } from '../space/space.js';
import type { Constraint } from '../space/space.js';
import type { Target } from '../target/target.js';
import { elementwise } from './gpu-copies.js';
import type { ScheduleTemplate } from './template.js';
import { defined } from '../target/defined.js';

/** The layout of a config: NHWC is `given`, as `any` hands over activations. */
const knobName = 'layout';
const given = 'given';
const rowsLast = 'NCHW';

/**
 * The template, with a space for `any` in which both layouts compete. Its constraints and schedule take every value of
 * a knob `layout` of its own but `blocks` for `given`.
 */
export function inEveryLayout<T extends Target>(template: ScheduleTemplate<T>): ScheduleTemplate<T> {
  return {
    ...template,
    define: (workload, target) => {
      const own = template.define(workload, target);
      const other = inRowsLast(workload);
      if (!other || template.refuses?.(other.workload, target) !== undefined) return own;
      return union(own, template.define(other.workload, target));
    },
    ...defined({ suggestions: suggestionsOf(template), work: workOf(template) }),
    schedule: (workload, target, config) => {
      const other = config.values[knobName] === rowsLast ? inRowsLast(workload) : undefined;
      if (!other) return template.schedule(workload, target, config);
      return takeChannelsLast(template.schedule(other.workload, target, config), other.pixels, target);
    },
  };
}

/** The share of the work that NCHW may have of that of NHWC: more would not pay for copies between layouts. */
const MUCH_LESS = 2 / 3;

/**
 * Those for NCHW come first where they have much less work, as where vectors along few channels are mostly empty, and
 * are left out otherwise.
 */
function suggestionsOf<T extends Target>(template: ScheduleTemplate<T>): ScheduleTemplate<T>['suggestions'] {
  if (!template.suggestions) return undefined;
  return (workload, target) => {
    const own = template.suggestions!(workload, target);
    const other = inRowsLast(workload);
    if (!other) return own;
    if (template.refuses?.(other.workload, target) !== undefined) return own;
    const last = own.map((values) => ({ [knobName]: given, ...values }));
    if (!template.work) return last;
    if (template.work(other.workload, target) > MUCH_LESS * template.work(workload, target)) return last;
    const first = template.suggestions!(other.workload, target);
    return [...first.map((values) => ({ ...values, [knobName]: rowsLast })), ...last];
  };
}

function workOf<T extends Target>(template: ScheduleTemplate<T>): ScheduleTemplate<T>['work'] {
  if (!template.work) return undefined;
  return (workload, target, suggestion = template.suggestions && suggestionsOf(template)!(workload, target)[0]) => {
    const other = suggestion?.[knobName] === rowsLast ? inRowsLast(workload) : undefined;
    return template.work!(other?.workload ?? workload, target, suggestion);
  };
}

/** A workload that leaves the layout open, as one in NCHW. */
interface RowsLast {
  readonly workload: Workload;
  /** Pixels of an image of each argument, the output last; undefined where it has no layout to choose. */
  readonly pixels: readonly (number | undefined)[];
}

const known = new WeakMap<Workload, RowsLast>();

/** The workload in NCHW, where it leaves the layout open; the same one for the same workload. */
function inRowsLast(workload: Workload): RowsLast | undefined {
  if (workload.shape['layout'] !== 'any') return undefined;
  let found = known.get(workload);
  if (!found) {
    const { inputs, output, free = [] } = computationOf(findOperator(workload.operator), workload);
    found = {
      workload: { ...workload, shape: { ...workload.shape, layout: rowsLast } },
      pixels: [...inputs, output].map((tensor) =>
        free.includes(tensor) ? tensor.shape[1]! * tensor.shape[2]! : undefined,
      ),
    };
    known.set(workload, found);
  }
  return found;
}

/** The configs of `channelsLast`, and those of `nchw` with the value NCHW of the knob `layout`. */
function union(channelsLast: Space, nchw: Space): Space {
  const own = knobOf(channelsLast, knobName);
  const layout: Knob = {
    ...{ name: knobName, kind: 'ot', values: [...(own?.values ?? [given]), rowsLast] },
    ...defined({ unsaid: !own ? given : undefined }),
  };
  const knobs = channelsLast.knobs.map((knob) => (knob === own ? layout : merged(knob, nchw)));
  const others = knobs.filter((knob) => knob !== layout);
  return new Space(own ? knobs : [...others, layout], [
    valuesOf(others, { channelsLast, nchw }),
    ...channelsLast.constraints.map((one) => where((value) => value !== rowsLast, one)),
    ...nchw.constraints.map((one) => where((value) => value === rowsLast, one)),
  ]);
}

function knobOf({ knobs }: Space, name: string): Knob | undefined {
  return knobs.find((knob) => knob.name === name);
}

/** The values that a knob has in either space. */
function merged(knob: Knob, other: Space): Knob {
  const known = new Set(knob.values.map(keyOf));
  const more = knobOf(other, knob.name)!.values.filter((value) => !known.has(keyOf(value)));
  return { ...knob, values: [...knob.values, ...more] };
}

/** The values of merged knobs are those of the layout's own space. */
function valuesOf(knobs: readonly Knob[], spaces: { readonly channelsLast: Space; readonly nchw: Space }): Constraint {
  const allowed = (space: Space): (readonly [name: string, values: ReadonlySet<KnobValue>])[] =>
    knobs.flatMap(({ name, values }) => {
      const own = new Set(knobOf(space, name)!.values.map(keyOf));
      const some = values.filter((value) => own.has(keyOf(value)));
      return some.length < values.length ? [[name, new Set(some)] as const] : [];
    });
  const [last, rows] = [allowed(spaces.channelsLast), allowed(spaces.nchw)];
  return {
    sentence: 'tiles and loops are those that the template has for the layout',
    test: (values) => (values[knobName] === rowsLast ? rows : last).every(([name, some]) => some.has(values[name]!)),
  };
}

function where(holds: (layout: KnobValue) => boolean, { sentence, test }: Constraint): Constraint {
  return { sentence, test: (values) => !holds(values[knobName]!) || test(values) };
}

/** Has a schedule over images in NCHW take those of its caller, who has them in NHWC. */
function takeChannelsLast(s: Schedule, pixels: RowsLast['pixels'], target: Target): Schedule {
  const { inputs, output } = s.computation;
  for (const [place, image] of inputs.entries()) {
    const ofImage = pixels[place];
    if (ofImage === undefined) continue;
    const copy = s.takeInOrder(image, channelsLastOf(image.shape, ofImage));
    if (target.model === 'simt') elementwise(s, copy);
  }
  s.giveInOrder(channelsLastOf(output.shape, pixels.at(-1)!));
  return s;
}

/**
 * Of [n, channels …, pixels …] the order n, pixels, channels: either may be several dimensions, groups and their
 * channels, or rows and columns.
 */
function channelsLastOf(shape: readonly number[], pixels: number): number[] {
  let first = shape.length;
  for (let covered = 1; covered < pixels; covered *= shape[first]!) first--;
  const dims = [...shape.keys()];
  return [0, ...dims.slice(first), ...dims.slice(1, first)];
}
