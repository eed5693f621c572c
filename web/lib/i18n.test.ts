import { describe, expect, test } from 'vitest';

/** All text catalogues of all pages, as they are in the files. */
const files = import.meta.glob<{ default: Record<string, string> }>(
  ['../*/text/*.ts', '../masa/panel/text/*.ts'],
  {
    eager: true,
  },
);
const folders = [...new Set(Object.keys(files).map(path => path.replace(/[^/]+$/, '')))];
const words = (folder: string, lang: string) => files[`${folder}${lang}.ts`]?.default ?? {};
const holes = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe.each(folders)('%s', folder => {
  const [en, zh] = [words(folder, 'en'), words(folder, 'zh')];

  test('has each key in both languages', () => {
    expect(Object.keys(en).length).toBeGreaterThan(0);
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
  });

  test('has a text for each key', () => {
    for (const text of [...Object.values(en), ...Object.values(zh)])
      expect(text.trim()).not.toBe('');
  });

  test('has the same placeholders in both languages', () => {
    for (const key of Object.keys(en))
      expect([key, holes(zh[key]!)]).toEqual([key, holes(en[key]!)]);
  });

  test('has Chinese texts in Chinese', () => {
    const plain = Object.entries(zh).filter(
      ([key, text]) => text === en[key] && /[a-z]{4}/i.test(text.replace(/\{\w+\}/g, '')),
    );
    expect(plain.filter(([, text]) => !/^(pokermasa|botpoker)$/i.test(text))).toEqual([]);
  });
});

/** Finds texts that are written directly into a page. */
test('pages have no text outside of the catalogues', () => {
  const pages = import.meta.glob<string>('../*/**/*.tsx', {
    eager: true,
    query: '?raw',
    import: 'default',
  });
  const found = Object.entries(pages).flatMap(([path, source]) =>
    [...source.matchAll(/(?<!=)>\s*([A-Za-z][a-z]{2,}[^<>{}=();]*)\s*</g)].map(
      match => `${path}: ${match[1]}`,
    ),
  );
  expect(found).toEqual([]);
});
