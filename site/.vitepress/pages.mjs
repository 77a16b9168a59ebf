import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

const docs = readdirSync(join(root, 'docs'), { recursive: true }).map((name) => join('docs', name));

/** The pages of the site, by their paths in the repository. */
export const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench/README.md',
  'examples/README.md',
  ...docs.filter((path) => path.endsWith('.md')),
];

/** Files that pages link to and that are no pages: the site has copies of them. */
export const linkedFiles = new Set();

/** Links to files become links to their copies; one that leads nowhere fails the build. */
export function linkFiles(md) {
  md.core.ruler.push('files', ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : undefined;
      const path = href && fileAt(href, env.path);
      if (!path) continue;
      linkedFiles.add(path);
      token.attrSet('href', `/files/${path}`);
      token.attrSet('target', '_self');
    }
  });
}

/** The path in the repository of a link that is neither to a page, to an anchor, nor to another site. */
function fileAt(href, from) {
  if (/^([a-z]+:|#)/.test(href)) return undefined;
  const target = resolve(dirname(from), decodeURI(href.replace(/#.*/, '')));
  const path = relative(root, target);
  if (pages.includes(path)) return undefined;
  if (!existsSync(target) || !statSync(target).isFile()) throw new Error(`${from}: ${href} leads to no file.`);
  return path;
}
