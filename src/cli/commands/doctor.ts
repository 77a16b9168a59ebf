import { doctor } from '../../api/doctor.js';
import { Exit } from '../errors.js';
import type { Output } from '../output.js';
import { renderTable } from '../render/table.js';
import type { Check } from '../../backend/backend.js';

/** `tune doctor`. Exits with 3 when something that a CPU target needs is missing. */
export async function doctorCommand(json: boolean, output: Output): Promise<void> {
  const health = await doctor();
  const { checks } = health;
  const missing = checks.filter(({ status }) => status === 'missing');
  if (json) output.stdout(JSON.stringify(health, null, 2));
  else
    output.stdout(
      renderTable(
        [],
        checks.map((check) => row(check, output)),
      ),
    );
  for (const { name, fix } of missing)
    output.stderr(output.paintStderr.red(`${name} is missing: ${fix ?? 'see above'}`));
  if (missing.length > 0) throw new Exit(3);
}

function row({ name, status, text, fix }: Check, { paint }: Output): string[] {
  const marks = { ok: paint.green('ok'), missing: paint.red('missing'), absent: paint.dim('absent') };
  return [marks[status], name, fix === undefined ? text : `${text}; to get it: ${fix}`];
}
