import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vitepress';
import { linkedFiles, linkFiles, root } from './pages.mjs';
import { sidebarOf } from './sidebar.ts';

export default defineConfig({
  title: 'tune',
  description: 'A template tuner for tensor kernels.',
  srcDir: root,
  outDir: join(root, 'dist', 'site'),
  cacheDir: join(root, 'dist', 'site-cache'),
  // Only what is listed: the repository has other pages, of tests and tables.
  srcExclude: ['{test,dist,native,site,etc,logs,action,coverage,node_modules}/**', 'bench/*/**', 'examples/*/**'],
  cleanUrls: false,
  metaChunk: true,
  markdown: {
    // As GitHub names anchors, so that a link is right in both places.
    anchor: {
      slugify: (text) =>
        text
          .toLowerCase()
          .replace(/[^\p{L}\p{N} _-]/gu, '')
          .replace(/ /g, '-'),
    },
    config: linkFiles,
  },
  vite: {
    build: { chunkSizeWarningLimit: 4000 },
    // Pages lie outside of the folder that Vue is installed in.
    resolve: { alias: [{ find: /^vue(?=$|\/)/, replacement: join(root, 'site', 'node_modules', 'vue') }] },
  },
  buildEnd({ outDir }) {
    writeFileSync(join(outDir, 'index.html'), '<meta http-equiv="refresh" content="0; url=docs/">\n');
    for (const path of linkedFiles) {
      mkdirSync(dirname(join(outDir, 'files', path)), { recursive: true });
      cpSync(join(root, path), join(outDir, 'files', path));
    }
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    logoLink: '/docs/',
    nav: [
      { text: 'Start', link: '/README' },
      { text: 'Commands', link: '/docs/reference/commands' },
      { text: 'Results', link: '/docs/benchmarks/kernels' },
    ],
    sidebar: sidebarOf(readFileSync(join(root, 'docs', 'index.md'), 'utf8')),
  },
});
