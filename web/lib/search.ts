/** Narrowing a list: by words, and whether it is narrowed at all. */

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Whether all the words are in it, however they are written. */
export function hasWords(text: string, words: string): boolean {
  const found = plain(text);
  return plain(words)
    .split(/\s+/)
    .every(word => found.includes(word));
}

/** Whether a filter leaves anything out. */
export const isNarrowed = <F extends object>(filter: F, everything: Partial<F>): boolean =>
  Object.entries(everything).some(([name, value]) => filter[name as keyof F] !== value);
