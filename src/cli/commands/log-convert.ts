import { convertLog } from '../../api/log-convert.js';
import { plural } from '../../target/format.js';
import { shortened } from '../../target/visible.js';
import type { ConvertFlags } from '../flags.js';
import { noteTo, type Output } from '../output.js';

/** `tune log convert LOG --to FORMAT --out F`. */
export async function logConvertCommand(log: string, flags: ConvertFlags, output: Output): Promise<void> {
  const { to, out, task, force = false, template = [], json } = flags;
  const options = { to, out, force, modules: template, onNote: noteTo(output), ...(task !== undefined && { task }) };
  const converted = await convertLog(log, options);
  const { from, records, tasks } = converted;
  const text = `${shortened(out)}: ${plural(records, 'record')} of ${plural(tasks.length, 'task')}, from ${from} to ${to}`;
  output.stdout(json ? JSON.stringify(converted, null, 2) : text);
}
