/** The keys of an object that may be undefined. */
type Optional<T> = { [Key in keyof T]-?: undefined extends T[Key] ? Key : never }[keyof T];

/** An object whose keys are there or not, and never undefined. */
export type Defined<T> = { [Key in Exclude<keyof T, Optional<T>>]: T[Key] } & {
  [Key in Optional<T>]?: Exclude<T[Key], undefined>;
};

/** The object without the keys that are undefined: what is optional is left out instead of spelled out as nothing. */
export function defined<T extends object>(object: T): Defined<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Defined<T>;
}
