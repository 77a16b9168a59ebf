import { label, ourColour, palette, round, svgDocument } from '../../src/cli/render/svg.js';
import { plural } from '../../src/target/format.js';
import { TRIALS, type Group, type Panel, type Shares } from './curves.js';

const WIDTH = 960;
const [HEAD, FOOT] = [96, 14];
/** Shares of the optimum: what is less is not drawn. */
const LEAST = 0.5;
const SMALL_COLUMNS = 3;

interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Of the frame of all tasks together, and of the first one of a task. */
const LARGE: Frame = { x: 46, y: 34, width: 370, height: 296 };
const SMALL: Frame = { x: 468, y: 34, width: 148, height: 80 };
const [SMALL_STEP_X, SMALL_STEP_Y] = [164, 108];
const GROUP_HEIGHT = LARGE.y + LARGE.height + 46;

/** The best so far of our default search and of other tuners: a panel for all tasks of a log, and one for each. */
export function drawTrajectories(groups: readonly Group[], seeds: number): string {
  const tuners = [...groups[0]!.together.others.keys()];
  const names = [`tune's default: median and quartiles of ${plural(seeds, 'seed')}`, ...tuners.map(nameOf)];
  const legend = names.flatMap((name, i) => {
    const x = i === 0 ? 16 : 200 + i * 130;
    return [line(x, 62, x + 22, 62, colourOf(i), 2), label(x + 28, 66, name)];
  });
  const title = 'Best so far beside AutoTVM';
  return svgDocument(
    { width: WIDTH, height: HEAD + groups.length * GROUP_HEIGHT + FOOT, title, description: describe(groups) },
    [
      label(16, 42, 'share of the optimum after so many trials, failed ones included; AutoTVM ran once', 'fill="#555"'),
      ...legend,
      ...groups.flatMap((group, i) => [
        `<g transform="translate(0 ${HEAD + i * GROUP_HEIGHT})">`,
        ...drawGroup(group),
        '</g>',
      ]),
    ],
  );
}

function drawGroup({ title, together, tasks }: Group): readonly string[] {
  return [
    label(16, 14, title, 'font-size="13" font-weight="600"'),
    ...drawPanel(together, LARGE, [0.5, 0.6, 0.7, 0.8, 0.9, 1], [1, 16, 32, 64, 96, 128]),
    ...tasks.flatMap((task, i) => {
      const x = SMALL.x + (i % SMALL_COLUMNS) * SMALL_STEP_X;
      const y = SMALL.y + Math.floor(i / SMALL_COLUMNS) * SMALL_STEP_Y;
      return drawPanel(task, { ...SMALL, x, y }, [0.5, 1], [1, 64, 128]);
    }),
  ];
}

function drawPanel(
  { title, ours, others }: Panel,
  frame: Frame,
  shares: readonly number[],
  trials: readonly number[],
): readonly string[] {
  const { x, y, width, height } = frame;
  const place = placing(frame);
  const right = x + width;
  return [
    label(x, y - 6, title, 'font-size="10"'),
    ...shares.flatMap((share) => {
      const [, level] = place(1, share);
      return [
        line(x, level, right, level, '#ddd', 1),
        label(x - 5, level + 4, share.toFixed(1), 'text-anchor="end" font-size="9"'),
      ];
    }),
    ...trials.map((trial) =>
      label(place(trial, 1)[0], y + height + 13, String(trial), 'text-anchor="middle" font-size="9"'),
    ),
    `<polygon points="${[...steps(ours.upper, place), ...steps(ours.lower, place).reverse()].join(' ')}" fill="${ourColour}" fill-opacity="0.25"/>`,
    ...Array.from(others.values(), (curve, i) => polyline(steps(curve, place), colourOf(i + 1), 1.2)),
    polyline(steps(ours.median, place), ourColour, 2),
  ];
}

type Place = (trial: number, share: number) => readonly [x: number, y: number];

function placing({ x, y, width, height }: Frame): Place {
  return (trial, share) => [
    x + ((trial - 1) / (TRIALS - 1)) * width,
    y + ((1 - Math.max(share, LEAST)) / (1 - LEAST)) * height,
  ];
}

/** The corners of a curve, which stays as it is until the next trial that found more. */
function steps(shares: Shares, place: Place): string[] {
  const last = shares.length - 1;
  const points = shares.flatMap((share, i) => {
    const before = shares[i - 1];
    if (before === undefined) return [place(1, share)];
    if (before !== share) return [place(i + 1, before), place(i + 1, share)];
    return i === last ? [place(i + 1, share)] : [];
  });
  return points.map(([x, y]) => `${round(x)},${round(y)}`);
}

function polyline(points: readonly string[], colour: string, width: number): string {
  return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
}

function line(x1: number, y1: number, x2: number, y2: number, colour: string, width: number): string {
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${colour}" stroke-width="${width}"/>`;
}

function nameOf(tuner: string): string {
  return `AutoTVM ${tuner}`;
}

function colourOf(curve: number): string {
  return curve === 0 ? ourColour : palette[curve - 1]!;
}

function describe(groups: readonly Group[]): string {
  const sentences = groups.map(({ title, together: { ours, others } }) => {
    const after = (name: string, shares: Shares): string => `${name} ${shares[31]!.toFixed(3)}`;
    const found = [after('tune', ours.median), ...Array.from(others, ([tuner, curve]) => after(nameOf(tuner), curve))];
    return `${title} after 32 trials, geometric mean over its tasks: ${found.join(', ')}.`;
  });
  return `Curves of the best so far as a share of the optimum. ${sentences.join(' ')}`;
}
