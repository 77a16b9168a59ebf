import type { LayersPlan } from './plan.js';

/** Which layers are tuned by other templates than those that were asked for. */
export function unservedNote({ unserved }: Pick<LayersPlan, 'unserved'>): readonly string[] {
  if (unserved.length === 0) return [];
  return [`No template that was asked for serves ${unserved.join(', ')}: tuned by all that apply`];
}
