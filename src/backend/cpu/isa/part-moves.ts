/**
 * The first bytes of a vector, loaded and stored by registers. What gcc makes of a memcpy of them goes through the
 * stack, where a load of all waits for the smaller stores before it.
 */

/** Bytes of a vector whose lanes are moved one by one; wider ones are cut in halves. */
const WHOLE = 16;

/** Whole numbers of so many bytes, the largest first. */
const pieces = [
  { size: 8, type: 'long long' },
  { size: 4, type: 'int' },
  { size: 2, type: 'short' },
  { size: 1, type: 'char' },
] as const;

/** What is moved of a vector, which begins `from` p on. */
interface Part {
  readonly name: string;
  readonly bytes: number;
  readonly part: number;
  readonly from: number;
}

/** A function's body that loads the first `part` of a vector's bytes at p; zero is behind them. */
export function partLoaded(vector: string, part: number, bytes: number): string {
  return bodyOf([...load({ name: 'x', bytes, part, from: 0 }), `return (${vector})x;`]);
}

/** A function's body that stores the first `part` of the bytes of v at p. */
export function partStored(part: number, bytes: number): string {
  const whole = { name: 'x', bytes, part, from: 0 };
  return bodyOf(
    bytes > WHOLE ? [declared('long long', 'x', bytes, '(__typeof__(x))v'), ...store(whole)] : store(whole, 'v'),
  );
}

function bodyOf(lines: readonly string[]): string {
  return `{\n${lines.map((line) => `  ${line}\n`).join('')}}`;
}

function load(given: Part): readonly string[] {
  const { name, bytes, part, from } = given;
  if (part === 0) return [declared('long long', name, bytes, '{0}')];
  if (part === bytes) return [declared('long long', name, bytes), moved(`&${name}`, behind('const char', from), bytes)];
  if (bytes <= WHOLE) return loadPieces(given);
  const [low, high] = halvesOf(given);
  const half = `${name}_half`;
  const both = `__builtin_shufflevector((${half})${low.name}, (${half})${high.name}, ${numbers(0, bytes / 8)})`;
  return [
    ...[...load(low), ...load(high), `typedef ${declared('long long', half, low.bytes)}`],
    declared('long long', name, bytes, both),
  ];
}

function loadPieces({ name, bytes, part, from }: Part): readonly string[] {
  const cut = piecesOf(part);
  return cut.flatMap(({ type, size, at }, i) => {
    const [own, before] = [i === cut.length - 1 ? name : `${name}${size}`, cut[i - 1]];
    const given = before ? `(__typeof__(${own}))${name}${before.size}` : '{0}';
    return [
      declared(type, own, bytes, given),
      `${type} ${own}_;`,
      moved(`&${own}_`, behind('const char', from + at), size),
      `${own}[${at / size}] = ${own}_;`,
    ];
  });
}

function store(given: Part, name = given.name): readonly string[] {
  const { bytes, part, from } = given;
  if (part === 0) return [];
  if (part === bytes) return [moved(behind('char', from), `&${name}`, bytes)];
  if (bytes > WHOLE)
    return halvesOf(given).flatMap((half, i) => {
      const lanes = numbers((i * bytes) / 16, bytes / 16);
      const own = `__builtin_shufflevector(${name}, ${name}, ${lanes})`;
      return half.part === 0 ? [] : [declared('long long', half.name, half.bytes, own), ...store(half)];
    });
  return piecesOf(part).flatMap(({ type, size, at }) => {
    const own = `${given.name}${size}`;
    return [
      declared(type, own, bytes, `(__typeof__(${own}))${name}`),
      `${type} ${own}_ = ${own}[${at / size}];`,
      moved(behind('char', from + at), `&${own}_`, size),
    ];
  });
}

function halvesOf({ name, bytes, part, from }: Part): readonly [Part, Part] {
  const half = bytes / 2;
  return [
    { name: `${name}l`, bytes: half, part: Math.min(part, half), from },
    { name: `${name}h`, bytes: half, part: Math.max(part - half, 0), from: from + half },
  ];
}

/** A number of bytes in its binary digits: each piece lies at a multiple of its size. */
function piecesOf(part: number) {
  return pieces
    .filter(({ size }) => (part & size) !== 0)
    .map(({ size, type }) => ({ size, type, at: part - (part % (2 * size)) }));
}

function declared(type: string, name: string, bytes: number, given?: string): string {
  return `${type} ${name} __attribute__((vector_size(${bytes})))${given === undefined ? '' : ` = ${given}`};`;
}

function moved(to: string, from: string, bytes: number): string {
  return `__builtin_memcpy(${to}, ${from}, ${bytes});`;
}

/** So many bytes behind p. */
function behind(type: string, bytes: number): string {
  return bytes === 0 ? 'p' : `(${type} *)p + ${bytes}`;
}

function numbers(first: number, count: number): string {
  return Array.from({ length: count }, (_, i) => first + i).join(', ');
}
