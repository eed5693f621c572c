/** Helpers for filtering lists. */

const plain = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Whether the text contains all the words, ignoring case and character width. */
export function hasWords(text: string, words: string): boolean {
  const found = plain(text);
  return plain(words)
    .split(/\s+/)
    .every(word => found.includes(word));
}

/** Whether a filter hides anything. */
export const isNarrowed = <F extends object>(filter: F, everything: Partial<F>): boolean =>
  Object.entries(everything).some(([name, value]) => filter[name as keyof F] !== value);
