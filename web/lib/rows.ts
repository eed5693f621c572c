/** Rows of a list that messages change. */

export interface Row {
  id: string;
}

export interface Change<T extends Row> {
  fresh: readonly T[];
  closed: readonly string[];
}

/** The list after a change. */
export function applyChange<T extends Row>(rows: readonly T[], { fresh, closed }: Change<T>): T[] {
  const gone = new Set([...closed, ...fresh.map(({ id }) => id)]);
  return [...rows.filter(({ id }) => !gone.has(id)), ...fresh];
}
