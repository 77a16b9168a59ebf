import { createTwoFilesPatch } from 'diff';
import { show } from '../../api/show.js';
import type { Shown, ShowOptions } from '../../products/show/show.js';
import { UsageError } from '../../target/errors.js';
import { formatSpeed, formatTime, quote } from '../../target/format.js';
import { visible } from '../../target/visible.js';
import type { LogFlags } from '../flags.js';
import { noteTo, type Output } from '../output.js';
import { renderKnobs } from '../render/summary.js';
import { labelled, type Page } from '../render/wrapped.js';
import { defined } from '../../target/defined.js';

/** `tune show` as it was typed. */
export interface ShowFlags extends LogFlags, Pick<ShowOptions, 'target' | 'index'> {
  readonly diff?: number;
  readonly schedule?: true;
  readonly nest?: true;
  readonly source?: true;
  readonly asm?: true;
  readonly compile?: true;
  readonly program?: true;
}

/** Columns before what continues a line of a head. */
const INDENT = 2;

/** One part of what is shown, by its option. */
interface Section {
  readonly flag: Exclude<keyof ShowFlags, 'target' | 'index' | 'diff' | 'template' | 'json'>;
  readonly title: (shown: Shown) => string;
  readonly text: (shown: Shown) => string;
}

const sections: readonly Section[] = [
  { flag: 'schedule', title: () => 'Schedule', text: ({ schedule }) => schedule.join('\n') },
  { flag: 'nest', title: () => 'Loop nest', text: ({ nest }) => nest },
  { flag: 'source', title: ({ source_file: file }) => file, text: ({ source }) => source.trimEnd() },
  { flag: 'program', title: ({ program_file: file }) => file, text: ({ program }) => program.trimEnd() },
  { flag: 'compile', title: () => 'Compile', text: commandsOf },
  { flag: 'asm', title: () => 'Assembly', text: ({ assembly }) => (assembly ?? '').trimEnd() },
];

/** `tune show LOG [WORKLOAD]`. */
export async function showCommand(
  log: string,
  workload: string | undefined,
  flags: ShowFlags,
  output: Output,
): Promise<void> {
  const { target, index, diff, template = [], asm, json } = flags;
  const wanted = sections.filter(({ flag }) => flags[flag] === true);
  if (json && (wanted.length > 0 || diff !== undefined) && !asm)
    throw new UsageError('--json has all parts: leave out the option that chooses one (--asm adds the assembly).');
  const options: ShowOptions = {
    ...defined({ workload, target, index }),
    assembly: asm === true,
    modules: template,
    onNote: noteTo(output),
  };
  const shown = await show(log, options);
  if (json) output.stdout(JSON.stringify(shown, null, 2));
  else if (diff !== undefined)
    output.stdout(difference(shown, await show(log, { ...options, index: diff }), wanted, output));
  else if (wanted.length > 0) output.stdout(wanted.map(({ text }) => text(shown)).join('\n\n'));
  else output.stdout(whole(shown, output));
}

function whole(shown: Shown, { paint, columns }: Page): string {
  const parts = sections
    .filter(({ flag, text }) => flag !== 'asm' && text(shown) !== '')
    .map(({ title, text }) => `${paint.bold(title(shown))}\n${text(shown)}`);
  return [headOf(shown, columns), ...parts].join('\n\n');
}

function headOf(shown: Shown, columns: number | undefined): string {
  const { operator, workload, target, fingerprint, seconds, gflops, counts, log, line } = shown;
  const time =
    seconds === null ? 'not measured' : `${formatTime(seconds)}, ${formatSpeed(1e9 * (gflops ?? 0), counts)}`;
  const lines = [
    `${operator} ${workload} on ${target}`,
    configText(shown),
    `${time} (${log}${line === null ? '' : `:${line}`})`,
    ...(fingerprint === null ? [] : [`measured on ${fingerprint}`]),
  ];
  return lines.map((text) => labelled('', visible(text), INDENT, columns)).join('\n');
}

function configText({ template, index, entity }: Shown): string {
  return `${template} config ${index}: ${renderKnobs(Object.fromEntries(entity.map(([name, , value]) => [name, value])))}`;
}

function commandsOf({ compile }: Shown): string {
  return compile.map((words) => words.map(quote).join(' ')).join('\n');
}

/** As `diff -u` writes it; equal parts say so. */
function difference(a: Shown, b: Shown, wanted: readonly Section[], { columns }: Page): string {
  const usual = sections.filter(({ flag }) => ['schedule', 'nest', 'source'].includes(flag));
  const parts = (wanted.length > 0 ? wanted : usual).map(({ title, text }) => {
    const name = title(a).toLowerCase();
    const [before, after] = [text(a), text(b)];
    if (before === after) return `${name}: the same`;
    const [from, to] = [a, b].map(({ index }) => `config ${index}: ${name}`);
    const patch = createTwoFilesPatch(from!, to!, `${before}\n`, `${after}\n`);
    return patch.replace(/^=+\n/, '').trimEnd();
  });
  const configs = [labelled('- ', configText(a), INDENT, columns), labelled('+ ', configText(b), INDENT, columns)];
  return [...configs, '', ...parts].join('\n');
}
