/** The primitives of a schedule as they are applied, as text for people: recorded only while somebody asks for it. */

/** What took part: a stage, a loop, a tensor, a number, a word, or lists and records of these. */
export type Operand = string | number | boolean | undefined | object;

/** A primitive as it was applied: to `of`, or to the whole schedule. */
export interface Primitive {
  readonly primitive: string;
  readonly of: object | undefined;
  readonly operands: readonly Operand[];
  readonly made: readonly Operand[];
}

let recorded: Primitive[] | undefined;

/** What a function makes, and the primitives that it applied meanwhile. */
export function recordedBy<T>(make: () => T): { readonly made: T; readonly primitives: readonly Primitive[] } {
  const before = recorded;
  const primitives: Primitive[] = [];
  recorded = primitives;
  try {
    return { made: make(), primitives };
  } finally {
    recorded = before;
  }
}

/** What a function makes, and the primitives that it applied meanwhile, a line of text each. */
export function traced<T>(make: () => T): { readonly made: T; readonly trace: readonly string[] } {
  const { made, primitives } = recordedBy(make);
  return { made, trace: primitives.map(lineOf) };
}

/** Notes `[made] = of.primitive(operands)`; `of` is left out for what is applied to the whole schedule. */
export function applied(
  primitive: string,
  of: object | undefined,
  operands: readonly Operand[],
  made: readonly Operand[] = [],
): void {
  recorded?.push({ primitive, of, operands, made });
}

function lineOf({ primitive, of, operands, made }: Primitive): string {
  const [only] = made;
  const result = made.length === 0 ? '' : `${made.length === 1 ? textOf(only) : textOf(made)} = `;
  const subject = of === undefined ? '' : `${textOf(of)}.`;
  const last = operands.findLastIndex((operand) => operand !== undefined && !isEmpty(operand));
  const said = operands.slice(0, last + 1).map(textOf);
  return `${result}${subject}${primitive}(${said.join(', ')})`;
}

/** A stage by the name of its tensor, a loop or a tensor by its own. */
export function textOf(operand: Operand): string {
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
