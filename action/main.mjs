/** The entry of the action: a job of `tune retune`, and what it reports to GitHub (docs/guide/retune.md). */
import { basename } from 'node:path';
import { cacheOf } from './cache.mjs';
import { comment } from './comment.mjs';
import { readEvent } from './event.mjs';
import { GitHub } from './github.mjs';
import { readInputs } from './inputs.mjs';
import { checkLogs, differing, owe, restore, save, snapshot } from './logs.mjs';
import { checkNoLink } from './plain.mjs';
import { openPullRequest } from './pull-request.mjs';
import { Problem } from './problem.mjs';
import { findTune, machineOf, retune } from './tune.mjs';
import { isWorthTelling, speedupOf } from './verdicts.mjs';
import { annotate, setOutputs, summarize } from './workflow.mjs';

process.exitCode = await guarded();

/** The exit code. */
async function guarded() {
  try {
    return await main();
  } catch (error) {
    annotate('error', error instanceof Problem ? error.message : `This is a bug in the action: ${textOf(error)}`);
    return 1;
  }
}

/** @returns {Promise<number>} */
async function main() {
  const inputs = readInputs(process.env);
  const event = readEvent(process.env);
  setOutputs({ changed: 'false', speedup: '1' });
  if (event.refusal !== undefined) {
    // Its manifest, logs and templates would run here, and its token may neither comment nor push.
    annotate('notice', `Nothing was retuned: ${event.refusal}`);
    return 0;
  }
  const tune = await findTune(inputs.command);
  const machine = await machineOf(tune);
  const cache = cacheOf(inputs.manifest, machine, process.env);
  setOutputs({ machine, 'cache-path': cache.path, 'cache-key': cache.key, 'cache-prefix': cache.prefix });
  return inputs.onlyKey ? 0 : await job(inputs, event, tune, cache, machine);
}

/**
 * @param {import('./inputs.mjs').Inputs} inputs
 * @param {import('./event.mjs').Event} event
 * @param {readonly string[]} tune
 * @param {import('./cache.mjs').Cache} cache
 * @param {string} machine
 * @returns {Promise<number>}
 */
async function job(inputs, event, tune, cache, machine) {
  for (const folder of [inputs.logs, cache.path]) checkNoLink(folder);
  const before = snapshot(inputs.logs);
  const wasOwed = restore(cache.path, inputs.logs, before);
  const done = await retune(tune, inputs).finally(() => save(cache.path, inputs.logs, before));
  const { rows, code, files } = done;
  const changed = rows.filter((row) => row.changed);
  checkLogs(inputs.logs, rows);
  setOutputs({
    changed: String(changed.length > 0),
    speedup: speedupOf(rows),
    report: files.markdown,
    verdicts: files.json,
    junit: files.junit,
  });
  const isOwed = wasOwed || changed.length > 0;
  // Until the pull request is there; what ends this job before then leaves it to the next one.
  if (isOwed) owe(cache.path);
  const github = inputs.token === undefined ? undefined : new GitHub(inputs.token, event);
  let ending = '';
  let isShown = true;
  try {
    if (isOwed && code !== 130) {
      const logs = differing(inputs.logs, before);
      const address = await openPullRequest({ inputs, event, github, logs, machine, markdown: done.markdown });
      if (address !== undefined) {
        owe(cache.path, false);
        setOutputs({ 'pull-request': address });
        ending = `\nPull request with the new logs: ${address}\n`;
      }
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    annotate('error', error.message);
    isShown = false;
  }
  summarize(done.markdown + ending);
  // A comment is a courtesy: that it failed does not fail the job.
  await comment({
    inputs,
    event,
    github,
    markdown: done.markdown,
    worth: isWorthTelling(rows),
    bad: rows.some((row) => row.bad),
  }).catch((/** @type {unknown} */ error) => {
    if (!(error instanceof Problem)) throw error;
    annotate('warning', error.message);
  });
  if (code === 1)
    annotate('error', `A gate is not met: the summary of this job and ${basename(files.junit)} say which.`);
  if (code === 130) annotate('warning', 'Interrupted: the next job goes on from here, if the cache was saved.');
  return code === 0 && !isShown ? 1 : code;
}

/** @param {unknown} error */
function textOf(error) {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
