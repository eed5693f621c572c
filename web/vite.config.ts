import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { icons } from './icon.ts';

const built = '../src/pokermasa/server/web';

/** Every text beside its compressed forms, so that the server never compresses anything. */
function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    closeBundle() {
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

/** The pages that people open first, by the first part of their address. */
const FIRST: Record<string, string> = { '': 'lobby', masa: 'masa' };
/** What is smaller, in letters, is not worth its name in `boot.js`. */
const WORTH = 2000;

/** What such a page needs, and its words in each language: `boot.js` asks for all of it at once, where
 * one file after the other would be found by reading the one before. */
function preloads(): Plugin {
  let folder = '';
  const pages: Record<string, Record<string, string[]>> = {};
  return {
    name: 'preloads',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    generateBundle(_, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap(one => (one.type === 'chunk' ? [[one.fileName, one]] : [])),
      );
      const short = (name: string) => name.replace(/^assets\//, '');
      for (const [path, page] of Object.entries(FIRST)) {
        const found = new Set<string>();
        const words: Record<string, string[]> = { en: [], zh: [] };
        const add = (name: string) => {
          const chunk = chunks.get(name);
          if (!chunk || found.has(name)) return;
          found.add(name);
          for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
          chunk.imports.forEach(add);
        };
        const entry = [...chunks.values()].find(one => one.isEntry);
        if (entry) add(entry.fileName);
        // The document itself asks for these.
        const known = new Set(found);
        for (const [name, chunk] of chunks)
          if (chunk.facadeModuleId?.endsWith(`/${page}/index.tsx`)) add(name);
        for (const [name, chunk] of chunks) {
          const [, of, lang] = /\/(\w+)\/text\/(en|zh)\.ts$/.exec(chunk.facadeModuleId ?? '') ?? [];
          if (lang && (of === page || of === 'lib')) words[lang]!.push(short(name));
        }
        const isWorth = (name: string) => (chunks.get(name)?.code.length ?? WORTH) >= WORTH;
        const wanted = [...found].filter(name => !known.has(name) && isWorth(name));
        pages[path] = { all: wanted.map(short), ...words };
      }
    },
    closeBundle() {
      // A part that was nothing but styles is left out in the end, when these are counted already.
      const there = new Set(readdirSync(join(folder, 'assets')));
      for (const page of Object.values(pages)) page.all = page.all!.filter(name => there.has(name));
      const boot = join(folder, 'boot.js');
      const text = readFileSync(boot, 'utf-8');
      const bare = text.replace(/^ *(\/\/.*\n)?/gm, '');
      writeFileSync(boot, bare.replace('var pages = {};', `var pages = ${JSON.stringify(pages)};`));
    },
  };
}

/** Styles of a page that another page has too. */
const SHARED: Record<string, string> = { 'masa/cloth': ':is(.page-masa, .page-hand)' };

/** The styles of a page are for that page alone: what `lobby/lobby.css` says of `.felt` is nobody
 * else's business, though a style sheet once loaded stays. (Keyframes cannot stand inside a rule.) */
function scoped(): Plugin {
  return {
    name: 'scoped',
    enforce: 'pre',
    transform(css, id) {
      const [, folder, file] = /\/(\w+)\/(\w+)\.css$/.exec(id) ?? [];
      const isOwn = !!folder && folder === file && folder !== 'rules';
      const page = SHARED[`${folder}/${file}`] ?? (isOwn ? `.page-${folder}` : null);
      if (!page) return null;
      const frames: string[] = [];
      const rest = css.replace(/^@keyframes [^{]+\{[\s\S]*?^\}$/gm, block => {
        frames.push(block);
        return '';
      });
      return { code: `${page} {\n${rest}\n}\n${frames.join('\n')}`, map: null };
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
      // A table's panels need little that the table has not fetched already: their names would cost more.
      resolveDependencies: (_, deps, { hostId }) =>
        hostId.startsWith('assets/masa-') ? deps.filter(name => name.endsWith('.css')) : deps,
    },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    // What most pages need comes in one piece: thirty small ones take longer and pack worse.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: /[\\/]lib[\\/](?!empty|studytabs|number\b)\w+\.tsx?$/,
              minShareCount: 5,
            },
          ],
        },
      },
    },
  },
  plugins: [icons(), scoped(), preloads(), compressed()],
  server: {
    // `npm run dev` beside a running `masa serve`.
    proxy: {
      '/api': 'http://127.0.0.1:8008',
      '/ws': { target: 'ws://127.0.0.1:8008', ws: true },
    },
  },
  test: { include: ['**/*.test.ts'], environment: 'node', testTimeout: 60_000 },
} as Parameters<typeof defineConfig>[0]);
