/** A private table's or tournament's key stands after the #, so that no server, proxy or Referer sees
 * it. */
export function keyOf(url: Location): string {
  return (
    decodeURIComponent(url.hash.slice(1)) || (new URLSearchParams(url.search).get('key') ?? '')
  );
}

/** An address with it. */
export const withKey = (path: string, key: string | null): string =>
  key ? `${path}#${encodeURIComponent(key)}` : path;

/** Likewise, where the server itself has to see it. */
export const withQuery = (path: string, key: string): string =>
  key ? `${path}${path.includes('?') ? '&' : '?'}key=${encodeURIComponent(key)}` : path;
