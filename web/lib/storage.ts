/** Values stored in this browser. If the browser stores nothing, the default is used without an
 * error. */

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
    // Private windows and full disks refuse to store. The value then holds for this page only.
  }
}
