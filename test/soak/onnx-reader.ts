/** Makes layers of the ONNX files whose paths it is sent, and answers what came of each; for `mutated-onnx.ts`. */
import { operatorNames } from '../../src/network/graph/operators/registry.js';
import { simplify } from '../../src/network/graph/simplify/simplify.js';
import { toGraph } from '../../src/network/graph/to-graph.js';
import { readOnnx } from '../../src/network/onnx/read.js';
import { legalise } from '../../src/network/program/legalise.js';
import { lowerGraph } from '../../src/network/program/lowering.js';
import { UsageError } from '../../src/target/errors.js';

export interface Outcome {
  /** In a few words. */
  readonly kind: string;
  /** What should not be. */
  readonly fault: string | undefined;
  readonly ms: number;
  /** MiB that this process took at most up to now. */
  readonly peak: number;
}

function read(path: string): Pick<Outcome, 'kind' | 'fault'> {
  try {
    const model = readOnnx(path, operatorNames);
    const { nodes, constants } = model;
    const sizes = [...constants.values()].map(({ shape, data }) => data.length - shape.reduce((a, b) => a * b, 1));
    const isWrong = sizes.some((difference) => difference !== 0);
    const fault = isWrong ? 'a constant is not as large as it says' : undefined;
    if (nodes.length === 0) return { kind: 'a model without nodes', fault };
    lowerGraph(legalise(simplify(toGraph(model))), ['NCHW', 'NHWC', 'NCHW8c']);
    return { kind: 'a network', fault };
  } catch (error) {
    const { message } = error as Error;
    return { kind: kindOf(message, path), fault: faultOf(error, path) };
  }
}

function faultOf(error: unknown, path: string): string | undefined {
  if (!(error instanceof UsageError)) return String((error as Error).stack);
  return isSentence(error.message, path) ? undefined : `no clear sentence: ${error.message.slice(0, 300)}`;
}

/** One line, which names file, node or input, ends as a sentence, and has nothing that a terminal acts upon. */
function isSentence(message: string, path: string): boolean {
  const isNamed =
    message.startsWith(`Cannot read ${path}`) ||
    /^(Node|Input) "|^Not supported in this model|^The constants up to node "/.test(message);
  return isNamed && message.endsWith('.') && !/\p{Cc}/u.test(message);
}

/** The sentence without its names and numbers. */
function kindOf(message: string, path: string): string {
  return message
    .replaceAll(path, 'FILE')
    .replace(/(has unsupported parts,|not an ONNX file|reads|in a cycle:?) .*/, '$1 …')
    .replace(/(tensor|value|input|output|attribute) ".*"/g, '$1 "…"')
    .replace(/the node .* (reads|has) /g, 'the node … $1 ')
    .replace(/by the node .*/g, 'by the node …')
    .replace(/-?\d+/g, '#')
    .slice(0, 110);
}

const peak = (): number => process.resourceUsage().maxRSS / 1024;

process.on('message', (path: string) => {
  const start = performance.now();
  const found = read(path);
  process.send!({ ...found, ms: performance.now() - start, peak: peak() } satisfies Outcome);
});
process.send!(peak());
