/** A text as a QR code, so that a phone on the sofa gets to a table without anybody typing. */

import { encode } from 'uqr';

/** Rows of dark (true) and light modules; null if the text is too long. */
export function qr(text: string): boolean[][] | null {
  try {
    return encode(text, { ecc: 'M', border: 0 }).data;
  } catch {
    return null;
  }
}
