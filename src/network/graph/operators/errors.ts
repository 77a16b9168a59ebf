import { UsageError } from '../../../target/errors.js';
import { shortened, visibleLine } from '../../../target/visible.js';

interface Named {
  readonly name: string;
  readonly op: string;
}

/** A node that the standard allows and `tune` does not know to compute. One error reports all of them. */
export class UnsupportedNode extends UsageError {
  /** What is not supported, as "with 3 spatial axes"; empty where it is the operator as such. */
  readonly detail: string;

  /** `unknown`: the value that has to be known when the network is built, where that is what is missing. */
  constructor(
    readonly node: Named,
    what: string,
    readonly unknown?: string,
  ) {
    const detail = visibleLine(what);
    super(
      `${node.op} ${detail} is not supported (node "${shortened(node.name)}"); see "Operators" in docs/reference/onnx.md.`,
    );
    this.detail = detail;
  }
}

/** A node that the standard forbids. */
export function invalid(node: Named, reason: string): never {
  throw new UsageError(
    `Node "${shortened(node.name)}" (${node.op}) is not valid ONNX: ${visibleLine(reason)}; export the model again.`,
  );
}

export function unsupported(node: Named, detail: string): never {
  throw new UnsupportedNode(node, detail);
}

/** Throws one UsageError for all problems, if there are any: nodes by their kinds, then sentences of their own. */
export function refuse(problems: readonly UsageError[]): void {
  if (problems.length === 0) return;
  const others = problems.filter((problem) => !(problem instanceof UnsupportedNode)).map(({ message }) => message);
  const more = others.length > MOST_SENTENCES ? [`And ${others.length - MOST_SENTENCES} more.`] : [];
  const nodes = unsupportedText(problems.filter((problem) => problem instanceof UnsupportedNode));
  throw new UsageError([...nodes, ...others.slice(0, MOST_SENTENCES), ...more].join(' '));
}

const MOST_KINDS = 24;
const MOST_NODES = 4;
const MOST_SENTENCES = 20;

/** A node is listed once, with what was found first. */
function unsupportedText(problems: readonly UnsupportedNode[]): string[] {
  if (problems.length === 0) return [];
  const first = new Map(problems.toReversed().map((problem) => [problem.node.name, problem]));
  const kinds = new Map<string, UnsupportedNode[]>();
  for (const problem of problems) {
    if (first.get(problem.node.name) !== problem) continue;
    const op = shortened(problem.node.op);
    const kind = problem.detail === '' ? op : `${op} ${problem.detail}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), problem]);
  }
  const listed = [...kinds].map(([kind, of]) => `${kind} (${namesOf(of)})`).slice(0, MOST_KINDS);
  const more = kinds.size > MOST_KINDS ? ` and ${kinds.size - MOST_KINDS} more` : '';
  const sentence = `Not supported in this model: ${listed.join(', ')}${more}; docs/reference/onnx.md lists what is.`;
  return [sentence, ...inCHint(problems.filter((problem) => first.get(problem.node.name) === problem))];
}

/** An operator that is missing as such can be given. */
function inCHint(problems: readonly UnsupportedNode[]): string[] {
  const missing = problems.filter(({ detail, node }) => detail === '' && /^[\w.-]+$/.test(node.op));
  const names = [...new Set(missing.map(({ node }) => node.op))].map(shortened);
  if (names.length === 0) return [];
  const more = names.length > MOST_NODES ? ` and ${names.length - MOST_NODES} more` : '';
  const given = `${names.slice(0, MOST_NODES).join(', ')}${more}`;
  return [`Give ${given} in C by --operator-source FILE; docs/guide/operator-source.md says how.`];
}

function namesOf(problems: readonly UnsupportedNode[]): string {
  const names = problems.slice(0, MOST_NODES).map(({ node }) => `"${shortened(node.name)}"`);
  const more = problems.length - names.length;
  return `${problems.length === 1 ? 'node' : 'nodes'} ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
