import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { styles } from './css';

const WEB = join(import.meta.dirname, '..');
/** The texts of all files of a kind, by path. */
const files = (end: string): [path: string, text: string][] =>
  readdirSync(WEB, { recursive: true, encoding: 'utf-8' })
    .filter(path => path.endsWith(end) && !path.startsWith('node_modules'))
    .map(path => [path, readFileSync(join(WEB, path), 'utf-8')]);
const sheets = files('.css');
const modules = sheets.filter(([path]) => path.endsWith('.module.css'));
const pages = files('.tsx').map(([, source]) => source);

/** The selectors of a sheet, without comments and at-rules. */
const selectors = (sheet: string): string[] =>
  [...sheet.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g)]
    .map(match => match[1]!.trim())
    .filter(selector => !selector.startsWith('@') && !/^(from|to|\d+%)$/.test(selector));
const classes = (text: string): string[] =>
  [...text.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(m => m[1]!);

test('names of a sheet are added to the plain names', () => {
  const css = styles({ seat: 'seat_cloth' }, { seat: 'seat_lobby', you: 'you_lobby' });
  expect(css('seat', false, 'number you')).toBe('seat seat_cloth seat_lobby number you you_lobby');
});

test('only the shared style sheet is no module', () => {
  const plain = sheets.filter(sheet => !modules.includes(sheet)).map(([path]) => basename(path));
  expect(plain.sort()).toEqual(['layers.css', 'style.css']);
});

const own = (sheet: string): string => sheet.replace(/:global\([^)]*\)/g, '');

test('each selector of a module has a class of its own, so that it applies nowhere else', () => {
  const found = modules.flatMap(([path, sheet]) =>
    selectors(sheet)
      .flatMap(list => own(list).split(/,(?![^(]*\))/))
      .filter(one => !classes(one).length)
      .map(one => `${path}: ${one.trim()}`),
  );
  expect(found).toEqual([]);
});

test('a module does not rename a shared class', () => {
  const [, style] = sheets.find(([path]) => path.endsWith('style.css'))!;
  const shared = new Set(classes(selectors(style).join(' ')));
  // These stand only below another class of the frame.
  for (const name of ['back', 'c', 'd', 'h', 's', 'index', 'over', 'tiles', 'turn', 'top', 'even'])
    shared.delete(name);
  const found = modules.flatMap(([path, sheet]) =>
    classes(own(selectors(sheet).join(' ')))
      .filter(name => shared.has(name))
      .map(name => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});

test('each class of a module is used by a page that imports the module', () => {
  const found = modules.flatMap(([path, sheet]) => {
    const users = pages.filter(source => source.includes(`/${basename(path)}'`)).join();
    // Names with capitals, "n1" and "is-out" are made from values.
    return [...new Set(classes(own(selectors(sheet).join(' '))))]
      .filter(name => !/^[A-Z]{2,3}$|^n\d$|^is-/.test(name))
      .filter(name => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(users))
      .map(name => `${path}: ${name}`);
  });
  expect(found).toEqual([]);
});
