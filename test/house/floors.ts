/**
 * The house of docs/architecture.md, ground floor first: a room of src/ imports from itself and from lower floors. This
 * list is its one declaration; the tests, `npm run house` and docs/rooms.svg read it. Some floors of the page have
 * steps here: errors and spelling live in target/, on which space/ stands, and a backend is made of what measure/ has.
 */
export const floors: readonly (readonly string[])[] = [
  ['target'],
  ['space'],
  ['ir', 'source', 'onnx'],
  ['operator', 'codegen', 'features'],
  ['templates', 'graph'],
  ['measure'],
  ['model'],
  ['backend'],
  ['record'],
  ['table'],
  ['transfer'],
  ['explorer', 'program'],
  ['catalogue'],
  ['tuner'],
  ['network'],
  ['bench', 'contract', 'exchange', 'export', 'report', 'retune', 'soak'],
  ['compare'],
  ['api'],
  ['index.ts'],
  ['cli'],
];
