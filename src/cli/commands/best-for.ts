import { bestFor } from '../../api/best.js';
import type { Operator } from '../../operator/operator.js';
import type { LogFlags } from '../flags.js';
import { noteTo, type Output } from '../output.js';
import { renderBestFor } from '../render/best-for.js';
import { readShapeText } from '../shape-text.js';
import { defined } from '../../target/defined.js';

/** Of `tune best --for`. */
export interface BestForFlags extends LogFlags {
  /** An operator and its shape, as they are typed after `tune`. */
  readonly for: string;
  readonly target?: string;
}

/** `tune best LOG... --for SHAPE`. */
export async function bestForCommand(
  logs: readonly string[],
  { for: text, target, template = [], json }: BestForFlags,
  operators: readonly Operator[],
  output: Output,
): Promise<void> {
  const rows = await bestFor(logs, {
    ...readShapeText(text, operators),
    ...defined({ target }),
    modules: template,
    onNote: noteTo(output),
  });
  output.stdout(json ? JSON.stringify(rows, null, 2) : rows.map((row) => renderBestFor(row, output)).join('\n\n'));
}
