/** QR codes, so that a phone can open a table without typing. */

import { encode } from 'uqr';

/** Rows of dark (true) and light modules. Null if the text is too long. */
export function qr(text: string): boolean[][] | null {
  try {
    return encode(text, { ecc: 'M', border: 0 }).data;
  } catch {
    return null;
  }
}
