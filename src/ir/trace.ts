/** The primitives of a schedule as they are applied, as text for people: recorded only while somebody asks for it. */

/** What took part: a stage, a loop, a tensor, a number, a word, or lists and records of these. */
type Operand = string | number | boolean | undefined | object;

let lines: string[] | undefined;

/** What a function makes, and the primitives that it applied meanwhile, a line each. */
export function traced<T>(make: () => T): { readonly made: T; readonly trace: readonly string[] } {
  const before = lines;
  const trace: string[] = [];
  lines = trace;
  try {
    return { made: make(), trace };
  } finally {
    lines = before;
  }
}

/** Notes `[made] = of.primitive(operands)`; `of` is left out for what is applied to the whole schedule. */
export function applied(
  primitive: string,
  of: object | undefined,
  operands: readonly Operand[],
  made: readonly Operand[] = [],
): void {
  if (!lines) return;
  const [only] = made;
  const result = made.length === 0 ? '' : `${made.length === 1 ? textOf(only) : textOf(made)} = `;
  const subject = of === undefined ? '' : `${textOf(of)}.`;
  const last = operands.findLastIndex((operand) => operand !== undefined && !isEmpty(operand));
  lines.push(
    `${result}${subject}${primitive}(${operands
      .slice(0, last + 1)
      .map(textOf)
      .join(', ')})`,
  );
}

/** A stage by the name of its tensor, a loop or a tensor by its own. */
function textOf(operand: Operand): string {
  if (Array.isArray(operand)) return `[${operand.map(textOf).join(', ')}]`;
  if (typeof operand !== 'object') return String(operand);
  if ('tensor' in operand) return textOf(operand.tensor as object);
  if ('name' in operand) return String(operand.name);
  const members = Object.entries(operand).map(([key, value]) => `${key}: ${textOf(value as Operand)}`);
  return `{${members.join(', ')}}`;
}

/** A record without members says nothing. */
function isEmpty(operand: Operand): boolean {
  return typeof operand === 'object' && !Array.isArray(operand) && Object.keys(operand).length === 0;
}
