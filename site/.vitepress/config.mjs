import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vitepress';
import { linkedFiles, linkFiles, root } from './pages.mjs';

const section = (text, folder, items) => ({
  text,
  collapsed: false,
  items: Object.entries(items).map(([name, title]) => ({ text: title, link: `/docs/${folder}${name}` })),
});

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
    sidebar: [
      section('Guide', 'guide/', {
        tune: 'Tune a kernel',
        inspect: 'Look into logs',
        export: 'Take it home',
        network: 'Tune a network',
        retune: 'Retune in CI',
        source: 'Bring your own kernel',
        template: 'Write a template',
        research: 'Research explorers',
        farm: 'A farm of machines',
      }),
      section('Reference', 'reference/', {
        commands: 'Commands',
        operators: 'Operators',
        targets: 'Targets and platforms',
        onnx: 'ONNX',
        library: 'The library',
        log: 'The log',
        json: 'JSON',
        errors: 'Errors',
        glossary: 'Glossary',
      }),
      section('Design', '', {
        architecture: 'Architecture',
        'design/correctness': 'Correctness and trust',
        'design/timing': 'Timing and noise',
        'design/trials': 'A trial',
        'design/search': 'Search',
        'design/ir': 'IR and code',
        'design/templates': 'Templates',
        'design/extending': 'Extending',
        dependencies: 'Dependencies',
      }),
      section('Benchmarks', 'benchmarks/', {
        kernels: 'Kernels',
        networks: 'Networks',
        search: 'Searches',
        systems: 'Sixteen systems',
        machinery: 'tune itself',
        'gpu-spaces': 'GPU spaces',
      }),
    ],
  },
});
