/** `import … from 'tune'` in a user's module, wherever it lies. */
import { existsSync } from 'node:fs';
import * as nodeModule from 'node:module';

/** What hooks are given and give (`node:module`); types of Node 20 do not know the synchronous ones. */
interface Resolved {
  readonly url: string;
  readonly shortCircuit?: boolean;
}
type Next = (specifier: string, context: object) => Resolved | Promise<Resolved>;
type Resolve = (specifier: string, context: { readonly parentURL?: string }, next: Next) => ReturnType<Next>;
type Register = (hooks: { readonly resolve: Resolve }) => void;

/** In the URLs that modules of the user's are loaded by; before the hash of their contents. */
export const moduleMark = '?tune-module=';

const library = new URL('../index.js', import.meta.url);
let isDone = false;

/**
 * Has `tune` mean this very library in modules of the user's and in all that these import: a file outside of any
 * project finds it, and one inside gets no second copy, whose classes would be others. Node knows hooks for the whole
 * process only; in what else it loads, this one changes nothing.
 */
export function resolveLibrary(): void {
  // Sources are run by what has its own ways to find them.
  if (isDone || !existsSync(library)) return;
  isDone = true;
  const { registerHooks } = nodeModule as { readonly registerHooks?: Register };
  if (registerHooks) {
    registerHooks({ resolve: resolverOf(library.href, moduleMark) });
    return;
  }
  // Node before 22.15 has hooks in a thread of their own, whose source is a module.
  const args = [library.href, moduleMark].map((text) => JSON.stringify(text)).join();
  const source = `export const resolve = (${resolverOf.toString()})(${args});`;
  nodeModule.register(`data:text/javascript,${encodeURIComponent(source)}`);
}

/** Uses nothing from around it, since its text is run in another thread, too. */
function resolverOf(libraryUrl: string, mark: string): Resolve {
  const family = new Set<string | undefined>();
  const fileOf = (url: string | undefined): string | undefined => url?.split('?')[0];
  return (specifier, context, next) => {
    const isOfFamily = family.has(fileOf(context.parentURL));
    if (specifier === 'tune' && isOfFamily) return { url: libraryUrl, shortCircuit: true };
    const keep = (resolved: Resolved): Resolved => {
      if (isOfFamily || resolved.url.includes(mark)) family.add(fileOf(resolved.url));
      return resolved;
    };
    const resolved = next(specifier, context);
    return resolved instanceof Promise ? resolved.then(keep) : keep(resolved);
  };
}
