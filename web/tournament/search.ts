/** Finding a friend among many. */

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().trim();

/** Those whose name has all the words in it; in the order they had. */
export function found<T extends { name: string }>(rows: readonly T[], words: string): T[] {
  const wanted = plain(words).split(/\s+/);
  return rows.filter(({ name }) => wanted.every(word => plain(name).includes(word)));
}
