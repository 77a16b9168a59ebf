import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
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

/**
 * Links to files become links to their copies; one that leads nowhere fails the build. What is in the tables of
 * measurements that a page links to stands at its end, folded.
 */
export function linkFiles(md) {
  md.core.ruler.push('files', ({ tokens, env, Token }) => {
    const tables = new Set();
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : undefined;
      const path = href && fileAt(href, env.path);
      if (!path) continue;
      linkedFiles.add(path);
      if (path.endsWith('.csv')) tables.add(path);
      token.attrSet('href', `/files/${path}`);
      token.attrSet('target', '_self');
    }
    for (const path of tables)
      tokens.push(Object.assign(new Token('html_block', '', 0), { content: folded(path, md) }));
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

/** A file of comma-separated values as a table of HTML. */
function folded(path, md) {
  const lines = readFileSync(join(root, path), 'utf8').trim().split('\n');
  const rows = lines.map((line, i) => {
    const cells = Array.from(line.matchAll(/(?<=^|,)(?:"([^"]*)"|([^,]*))/g), ([, quoted, plain]) => quoted ?? plain);
    const tag = i === 0 ? 'th' : 'td';
    return `<tr>${cells.map((cell) => `<${tag}>${md.utils.escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  });
  return `<details v-pre><summary>${path.split('/').at(-1)}</summary><table>${rows.join('')}</table></details>\n`;
}
