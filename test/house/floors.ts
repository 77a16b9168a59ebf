/**
 * The house of docs/architecture.md, ground floor first: a room of src/ imports from itself and from lower floors. This
 * list is its one declaration; the tests, `npm run house` and docs/rooms.svg read it.
 */
export const floors: readonly (readonly string[])[] = [
  ['elements', 'target'],
  ['space', 'ir'],
  ['operator', 'features', 'learning', 'codegen', 'measure'],
  ['templates', 'model'],
  ['backend', 'log', 'explorer'],
  ['transfer', 'catalogue'],
  ['tuner'],
  ['network', 'products'],
  ['api'],
  ['cli'],
];
