/** The key of a private table or tournament stands after the # of its address, so that it appears
 * in no server log, proxy or Referer header. */
export function keyOf(url: Location): string {
  return (
    decodeURIComponent(url.hash.slice(1)) || (new URLSearchParams(url.search).get('key') ?? '')
  );
}

/** The path with the key after the #. */
export const withKey = (path: string, key: string | null): string =>
  key ? `${path}#${encodeURIComponent(key)}` : path;

/** The path with the key as a query parameter, for requests to the server. */
export const withQuery = (path: string, key: string): string =>
  key ? `${path}${path.includes('?') ? '&' : '?'}key=${encodeURIComponent(key)}` : path;
