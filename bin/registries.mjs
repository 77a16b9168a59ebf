/**
 * Writes `all.ts` into each folder in which a file is all that a thing of its kind takes: what the registry beside it
 * goes through. `--check` writes nothing, and fails where one is not as it would be written.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** How the files of a folder declare what they are. */
const kinds = [
  ['src/backend/cpu/isa/sets', /^export const (\w+): InstructionSet = /m],
  ['src/elements', /^export const (\w+): ElementType = /m],
  ['src/explorer/strategies', /^export const (\w+) = defineExplorer\(/m],
  ['src/network/fused', /^export const (\w+): FusedLayer = /m],
  ['src/network/graph/operators', /^export const (\w+)(?:: Operator|: readonly Operator\[\]| = recurrent\b)/gm],
  ['src/operator', /^export const (\w+) = (?:define|defineFloat|product)Operator\b/m],
];

const stale = kinds.filter(([folder, declaration]) => {
  const path = join(root, folder, 'all.ts');
  const text = textOf(join(root, folder), declaration);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return false;
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  return true;
});
if (process.argv.includes('--check') && stale.length > 0) {
  const paths = stale.map(([folder]) => join(folder, 'all.ts'));
  console.error(`${paths.join(', ')}: not made of the files beside it; run \`npm run registries\``);
  process.exitCode = 1;
}

/** Also of folders in the folder; a file may hold several where their pattern is global. */
function textOf(folder, declaration) {
  const names = readdirSync(folder, { recursive: true }).filter(
    (name) => name.endsWith('.ts') && !['all.ts', 'registry.ts'].includes(name),
  );
  const lines = names.sort().flatMap((name) => {
    const declared = declaredIn(readFileSync(join(folder, name), 'utf8'), declaration);
    return declared.length === 0 ? [] : [`export { ${declared.join(', ')} } from './${name.replace(/\.ts$/, '.js')}';`];
  });
  return ['/** Made of the files beside it by `npm run registries`. */', ...lines, ''].join('\n');
}

function declaredIn(text, declaration) {
  if (declaration.global) return [...text.matchAll(declaration)].map(([, name]) => name);
  return declaration.exec(text)?.slice(1) ?? [];
}
