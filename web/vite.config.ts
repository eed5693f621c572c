import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const built = '../src/pokermasa/server/web';

/** Writes compressed copies beside every text file, so that the server never has to compress. */
function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    closeBundle(error) {
      if (error) return; // Vite prints the error.
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name);
        if (!entry.isFile() || !/\.(js|css|html|svg|webmanifest)$/.test(entry.name)) continue;
        const text = readFileSync(path);
        if (text.length < 600) continue;
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
        writeFileSync(`${path}.br`, brotliCompressSync(text));
      }
    },
  };
}

/** Writes a document for each page (`pages/masa.html`) that names all files of that page. The
 * browser requests them at once, instead of finding each file only after reading the one before.
 * Catalogues are listed by language, and `boot.js` requests those of the user's language. */
function documents(): Plugin {
  let folder = '';
  const pages: Record<string, string[]> = {};
  const words: Record<string, Record<string, string[]>> = {};
  return {
    name: 'documents',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(one => one.type === 'chunk');
      const named = new Map(chunks.map(one => [one.fileName, one]));
      /** All files that a chunk imports. Style sheets are in the order in which they apply. */
      const needs = (name: string, found = new Set<string>()): Set<string> => {
        const chunk = named.get(name);
        if (!chunk || found.has(name)) return found;
        found.add(name);
        for (const other of chunk.imports) needs(other, found);
        for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
        return found;
      };
      // The entry document requests these itself.
      const known = needs(chunks.find(one => one.isEntry)!.fileName);
      for (const chunk of chunks) {
        const [, page] = /\/(\w+)\/index\.tsx$/.exec(chunk.facadeModuleId ?? '') ?? [];
        if (!page || !chunk.isDynamicEntry) continue;
        const all = needs(chunk.fileName, new Set(known));
        pages[page] = [...all].filter(name => !known.has(name));
        const modules = [...all, ...known].flatMap(name => named.get(name)?.moduleIds ?? []);
        const folders = modules.flatMap(id => /\/(\w+)\/(?:text|i18n)\.ts$/.exec(id)?.[1] ?? []);
        words[page] = { en: [], zh: [] };
        for (const { facadeModuleId, fileName } of chunks) {
          const [, of, lang] = /\/(\w+)\/text\/(en|zh)\.ts$/.exec(facadeModuleId ?? '') ?? [];
          if (of && lang && folders.includes(of)) words[page][lang]!.push(fileName);
        }
      }
    },
    closeBundle(error) {
      if (error) return; // Vite prints the error.
      // Chunks that contain only styles are listed above, but removed at the end of the build.
      const there = new Set(readdirSync(join(folder, 'assets')).map(name => `assets/${name}`));
      const document = readFileSync(join(folder, 'index.html'), 'utf-8');
      mkdirSync(join(folder, 'pages'), { recursive: true });
      for (const [page, names] of Object.entries(pages)) {
        const links = names
          .filter(name => there.has(name))
          .map(name => [name.endsWith('css') ? 'stylesheet' : 'modulepreload', name])
          .map(([rel, name]) => `    <link rel="${rel}" crossorigin href="/${name}">\n`);
        const { en = [], zh = [] } = words[page]!;
        const text = document
          .replace('  </head>', `${links.join('')}  </head>`)
          .replace('data-en=""', `data-en="${en.join()}"`)
          .replace('data-zh=""', `data-zh="${zh.join()}"`);
        writeFileSync(join(folder, 'pages', `${page}.html`), text);
      }
      const boot = join(folder, 'boot.js');
      writeFileSync(boot, readFileSync(boot, 'utf-8').replace(/^ *(\/\/.*\n)?/gm, ''));
    },
  };
}

/** Writes the class names of a module once instead of twice, which saves a table 1 kB. */
function classNames(): Plugin {
  return {
    name: 'class-names',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      const [, sheet] = /(\w+)\.module\.css$/.exec(id) ?? [];
      if (!sheet) return null;
      const names = [...code.matchAll(/"([\w-]+)_(\w+)"/g)].filter(match => match[2] === sheet);
      const unique = [...new Set(names.map(match => match[1]))].join(' ');
      const made = `Object.fromEntries("${unique}".split(" ").map(n => [n, n + "_${sheet}"]))`;
      return { code: `export default /* @__PURE__ */ ${made}`, map: null };
    },
  };
}

export default defineConfig({
  build: {
    outDir: built,
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome111', 'firefox114', 'safari16.4'],
    modulePreload: {
      polyfill: false,
      // The panels of a table need few files that the table has not fetched already, and listing
      // them costs more than it saves.
      resolveDependencies: (_, deps, { hostId }) =>
        hostId.startsWith('assets/masa-') ? deps.filter(name => name.endsWith('.css')) : deps,
    },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    // Shared code is bundled, because thirty small files load more slowly and compress worse.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The code that every page needs before the page itself is known.
            { name: 'shared', tags: ['$initial'], priority: 9 },
            {
              name: 'most',
              test: /[\\/]lib[\\/](\w+[\\/])?(?!empty|studytabs)\w+\.tsx?$/,
              minShareCount: 5,
              priority: 8,
            },
            { name: 'next', test: /[\\/]tournament[\\/]next_table\.ts$/, priority: 7 },
            // Everything that draws a table (table page, hand page), and the code for playing.
            { name: 'cloth', test: /[\\/]masa[\\/]view[\\/]cloth\.tsx$/, priority: 6 },
            {
              name: 'play',
              test: /[\\/]masa[\\/](view[\\/](acts|chat)|ctrl|socket|fold)\.(tsx?|css)$/,
              priority: 5,
            },
            {
              name: 'parts',
              test: /[\\/](lib[\\/](\w+[\\/])?(?!share|qr|grid|filters|downloads|rows)[\w.]+\.(tsx?|css)|blinds\.ts|replay\.module\.css)$/,
              minShareCount: 2,
              priority: 4,
            },
            {
              name: 'opening',
              test: /[\\/](opening[\\/][\w.]+|lobby[\\/]table_form)\.(tsx?|css)$/,
              minShareCount: 2,
              priority: 3,
            },
            // A tournament table needs nothing else of the tournament page.
            { name: 'event', test: /[\\/]tournament[\\/](subscription|fold)\.ts$/, priority: 2 },
          ],
        },
      },
    },
  },
  css: {
    modules: {
      // `seat` in `cloth.module.css` becomes `seat_cloth`.
      generateScopedName: (name, file) => `${name}_${/(\w+)\.module\.css/.exec(file)![1]}`,
    },
  },
  plugins: [classNames(), documents(), compressed()],
  server: {
    // `npm run dev` needs a running `masa serve`.
    proxy: {
      '/api': 'http://127.0.0.1:8008',
      '/ws': { target: 'ws://127.0.0.1:8008', ws: true },
    },
  },
  test: { include: ['**/*.test.ts'], environment: 'node', testTimeout: 60_000 },
} as Parameters<typeof defineConfig>[0]);
