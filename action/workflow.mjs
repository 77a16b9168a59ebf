/** What a runner reads of a step: annotations, outputs, the summary (workflow commands, docs.github.com). */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';

/** A summary may have a mebibyte, a comment 65536 characters. */
const LONGEST_SUMMARY = 1_000_000;
const LONGEST_BODY = 60_000;

/** @param {'error' | 'warning' | 'notice'} level @param {string} message */
export function annotate(level, message) {
  const text = withoutCommands(message).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  process.stdout.write(`::${level} title=tune::${text}\n`);
}

/**
 * A text in which the runner finds no command: it takes `::name::` at the start of a line and `##[name]` anywhere for
 * one, whoever wrote it.
 *
 * @param {string} text
 */
function withoutCommands(text) {
  return text.replaceAll('::', ':\\u003a').replaceAll('##[', '##\\u005b');
}

/** What a program says, of which annotations of tune's own pass and no other command. @param {string} line */
export function passed(line) {
  const [own = ''] = /^::(error|warning|notice) title=tune::/.exec(line) ?? [];
  return own + withoutCommands(line.slice(own.length));
}

/** @param {Readonly<Record<string, string>>} values */
export function setOutputs(values) {
  const path = process.env['GITHUB_OUTPUT'];
  if (!path) return;
  for (const [name, value] of Object.entries(values)) {
    // No value can end itself and set another output.
    const end = `end-${randomUUID()}`;
    appendFileSync(path, `${name}<<${end}\n${value}\n${end}\n`);
  }
}

/** @param {string} markdown */
export function summarize(markdown) {
  const path = process.env['GITHUB_STEP_SUMMARY'];
  if (path) appendFileSync(path, `${cut(markdown, LONGEST_SUMMARY)}\n`);
}

/** As much of a summary as the body of a comment takes. @param {string} markdown */
export function bodyOf(markdown) {
  return cut(markdown, LONGEST_BODY);
}

/** Whole lines. @param {string} text @param {number} longest */
function cut(text, longest) {
  if (Buffer.byteLength(text) <= longest) return text;
  const start = Buffer.from(text).subarray(0, longest).toString('utf8');
  const whole = start.slice(0, start.lastIndexOf('\n'));
  return `${whole}\n\nIt is cut here, since it is too long: the files of the job have all of it.\n`;
}
