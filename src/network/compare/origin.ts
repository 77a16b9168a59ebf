/** Which node of a model a node of ONNX Runtime comes from, whose names are made in many ways. */
import type { FileNode } from './comparison.js';

/**
 * A function from the name of a node in ONNX Runtime to that of the model's node that it computes the value of.
 *
 * Blocked convolutions and their like are called after the value that they compute (`r1_nchwc`), most others after a
 * node, with words around: `fused conv1`, `conv1/FusedConv`, `Add_3/MatMulAddFusion`, `conv1_token_7`. Where nothing
 * fits, undefined.
 */
export function originsIn(nodes: readonly FileNode[]): (name: string) => string | undefined {
  const byName = new Map<string, string>([
    ...nodes.flatMap(({ name, outputs }) => outputs.map((value) => [value, name] as const)),
    ...nodes.map(({ name }) => [name, name] as const),
  ]);
  const byValue = new Map(nodes.flatMap(({ name, outputs }) => outputs.map((value) => [value, name] as const)));
  return (name) => {
    const ofValue = byValue.get(valueOf(name));
    if (isBlocked(name) && ofValue !== undefined) return ofValue;
    return spellingsOf(name)
      .map((spelling) => byName.get(spelling))
      .find((found) => found !== undefined);
  };
}

/** What a transformation to blocked layouts puts behind the name of a value, made unique by another number. */
const blocked = /(_(bn|mul))?_nchwc(_token_\d+|_?\d+)?$/;

function isBlocked(name: string): boolean {
  return blocked.test(name);
}

function valueOf(name: string): string {
  return name.replace(blocked, '');
}

/** From the whole name to what is left without what may have been put around it. */
function spellingsOf(name: string): readonly string[] {
  const bare = name.replace(/^fused /i, '').replace(blocked, '');
  const unnumbered = bare.replace(/_token_\d+$/, '');
  const steps = unnumbered.split('/').map((_, i, words) => words.slice(0, words.length - i).join('/'));
  return [name, bare, ...steps, ...steps.map((step) => step.replace(/_(transformed|fused|quant|new|\d+)$/i, ''))];
}
