/** Types of elements and scalars that source of the user's may take. */

interface Facts {
  /** In C and CUDA, without a header. */
  readonly c: string;
  /** Whether C has other names for it, of types that it takes for others: `long` for `long long`. */
  readonly hasOthers?: true;
  readonly bytes: number;
  readonly isWhole: boolean;
  /** The least and the most of a whole number. */
  readonly limits: readonly [number, number];
  /** Half a unit in the last place, relative; 0 of whole numbers. */
  readonly unit: number;
}

function whole(c: string, bytes: number, isSigned: boolean): Facts {
  const bits = 8 * bytes;
  const limits = isSigned ? ([-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] as const) : ([0, 2 ** bits - 1] as const);
  return { c, bytes, isWhole: true, limits, unit: 0 };
}

function floating(c: string, bytes: number, unit: number): Facts {
  return { c, bytes, isWhole: false, limits: [-Infinity, Infinity], unit };
}

const elementTypes = {
  float32: floating('float', 4, 2 ** -24),
  float64: floating('double', 8, 2 ** -53),
  float16: floating('_Float16', 2, 2 ** -11),
  int8: { ...whole('signed char', 1, true), hasOthers: true },
  int16: whole('short', 2, true),
  int32: whole('int', 4, true),
  int64: { ...whole('long long', 8, true), hasOthers: true },
  uint8: whole('unsigned char', 1, false),
  uint16: whole('unsigned short', 2, false),
  uint32: whole('unsigned', 4, false),
  uint64: { ...whole('unsigned long long', 8, false), hasOthers: true },
} as const satisfies Record<string, Facts>;

export type ElementType = keyof typeof elementTypes;

export const elementTypeNames = Object.keys(elementTypes) as [ElementType, ...ElementType[]];

export function factsOf(type: ElementType): Facts {
  return elementTypes[type];
}
