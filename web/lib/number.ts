/** A number as people type it: "1000", "1,000", "1 000", "2.5", "25,5", "1.5k".
 *
 * A comma or blank before three digits sets thousands apart, as this page writes them itself; before
 * one or two it is a decimal comma. A single point before three digits is both, by country. */

const GROUPED = /^[1-9]\d{0,2}(?:([ ,.'’])\d{3})(?:\1\d{3})*$/;
const SCALES: Record<string, number> = { '': 1, k: 1e3, m: 1e6, 万: 1e4 };

/** The number; two where it can be read in two ways; null where it is none. */
export function readNumber(text: string): number | [number, number] | null {
  const [, digits = '', scale = ''] = /^(.*?) ?([km万]?)$/.exec(plain(text)) ?? [];
  const times = SCALES[scale]!;
  const scaled = (value: number) => Number((value * times).toPrecision(15));
  const [, whole = '', , part] = /^(.*?)(?:([.,])(\d{1,2}))?$/.exec(digits) ?? [];
  const [, pointed] = GROUPED.exec(whole) ?? [];
  // "1.000" alone; "1.000,50" and "1.000.000" can only be thousands.
  if (pointed === '.' && !part && whole.split('.').length === 2)
    return [scaled(Number(whole)), scaled(Number(whole.replace('.', '')))];
  if (!pointed && !/^\d{1,15}$/.test(whole) && !(whole === '' && part)) return null;
  // The decimal sign is another than the one between thousands.
  if (part && pointed && digits[digits.length - part.length - 1] === pointed) return null;
  return scaled(Number(`${whole.replace(/\D/g, '')}.${part ?? '0'}`));
}

/** In lower case, with plain digits and plain blanks. */
export function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase().replace(/\s/g, ' ');
}

/** Where nothing but a number will do: NaN for what is none, or is not clear. */
export function readPlain(text: string): number {
  const found = readNumber(text);
  return typeof found === 'number' ? found : NaN;
}

export function isWhole(chips: number): boolean {
  return Number.isSafeInteger(chips) && chips >= 0;
}

export function areBlinds(small: number, big: number): boolean {
  return isWhole(small) && isWhole(big) && big >= 1 && small <= big;
}
