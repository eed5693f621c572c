/** What this browser remembers. A browser that keeps nothing is no fault. */

export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`masa.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`masa.${key}`, JSON.stringify(value));
  } catch {
    // Private windows, full disks: then it is for this page only.
  }
}
