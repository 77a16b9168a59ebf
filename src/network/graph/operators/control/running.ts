import { bool } from '../../../../elements/bool.js';
import { shapeText } from '../attributes.js';
import type { SourceNode } from '../operator.js';
import { stacked } from '../parts.js';
import { reshaped } from '../reshape.js';
import { alike } from './alike.js';

/**
 * Whether steps of a loop run. Where only the network knows, all steps that may run are written out, each as if it did:
 * counters stay constants that way. What the loop leaves is chosen behind each step.
 */
export class Running {
  /** Of each step so far, whether it runs. */
  private readonly steps: string[] = [];
  /** Of the next step. */
  private next: string;

  /** `condition` is that of the first step, if there is one. */
  constructor(
    private readonly node: SourceNode,
    condition: string | undefined,
  ) {
    this.next = node.scalar(1, bool.name);
    this.goOn(condition);
  }

  /** Whether it is known that the next step does not run. */
  get isOver(): boolean {
    return this.node.constantOf(this.next)?.data[0] === 0;
  }

  /** Of the state behind the next step and that before it, what is there if that step may not run. */
  left(behind: readonly string[], before: readonly string[]): readonly string[] {
    if (this.node.constantOf(this.next)) return behind;
    return behind.map((value, i) => (value === before[i] ? value : this.chosen(value, before[i]!)));
  }

  /** Takes the step, behind which a condition says whether there is another. */
  step(condition: string): void {
    this.steps.push(this.next);
    this.goOn(condition);
  }

  /** What each step gives to an output, beside each other; as many as the network runs. */
  gathered(values: readonly string[], output: string): string {
    const all = stacked(this.node, values);
    if (this.steps.every((step) => this.node.constantOf(step))) return all;
    return this.node.emitCounted('Compress', [all, stacked(this.node, this.steps)], { axis: 0 }, 1, output)[0]!;
  }

  private goOn(condition: string | undefined): void {
    const { node } = this;
    const known = condition === undefined ? true : node.constantOf(condition)?.data[0];
    if (known === 0) this.next = node.scalar(0, bool.name);
    if (known !== undefined) return;
    const holds = reshaped(node, condition!, []);
    this.next = node.constantOf(this.next) ? holds : node.emit('And', [this.next, holds]);
  }

  private chosen(value: string, before: string): string {
    const { node } = this;
    const pair = alike(node, [value, before]);
    if (pair !== undefined) return node.emit('Where', [this.next, ...pair]);
    const [from, to] = [before, value].map((one) => shapeText(node.typeOf(one).shape));
    return node.refuseUnknown(this.next, `with a state that goes from ${from} to ${to} and a condition`);
  }
}
