/** `import … from 'tune'` in a user's module, wherever it lies. */
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';

/** What hooks are given and give (`node:module`); types of Node 20 do not know the synchronous ones. */
interface Resolved {
  readonly url: string;
  readonly shortCircuit?: boolean;
}
type Next = (specifier: string, context: object) => Resolved;
interface Hooks {
  resolve(specifier: string, context: object, next: Next): Resolved;
}
type Register = (hooks: Hooks) => void;

const library = new URL('../index.js', import.meta.url);
let isDone = false;

/**
 * Has `tune` mean this very library for all modules that are loaded from now on: a file outside of any project finds
 * it, and one inside gets no second copy, whose classes would be others.
 */
export function resolveLibrary(): void {
  // Sources are run by what has its own ways to find them.
  if (isDone || !existsSync(library)) return;
  isDone = true;
  const { registerHooks } = nodeModule as { readonly registerHooks?: Register };
  if (registerHooks) {
    registerHooks({
      resolve: (specifier, context, next) =>
        specifier === 'tune' ? { url: library.href, shortCircuit: true } : next(specifier, context),
    });
    return;
  }
  // Node before 22.15 has hooks in a thread of their own, whose source is a module.
  const source = `export const resolve = (specifier, context, next) =>
    specifier === 'tune' ? { url: ${JSON.stringify(library.href)}, shortCircuit: true } : next(specifier, context);`;
  nodeModule.register(`data:text/javascript,${encodeURIComponent(source)}`);
}
