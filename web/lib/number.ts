/** Reads numbers as people type them: "1000", "1,000", "1 000", "2.5", "25,5", "1.5k".
 *
 * A comma or blank before three digits separates thousands, as on the pages themselves. A comma before
 * one or two digits is a decimal comma. A single point before three digits can be either. */

const GROUPED = /^[1-9]\d{0,2}(?:([ ,.'’])\d{3})(?:\1\d{3})*$/;
const SCALES: Record<string, number> = { '': 1, k: 1e3, m: 1e6, 万: 1e4 };

/** Returns the number, two numbers if the text is ambiguous, or null if it is no number. */
export function readNumber(text: string): number | [number, number] | null {
  const [, digits = '', scale = ''] = /^(.*?) ?([km万]?)$/.exec(plain(text)) ?? [];
  const times = SCALES[scale]!;
  const scaled = (value: number) => Number((value * times).toPrecision(15));
  const [, whole = '', , part] = /^(.*?)(?:([.,])(\d{1,2}))?$/.exec(digits) ?? [];
  const [, pointed] = GROUPED.exec(whole) ?? [];
  // "1.000" alone has two meanings. "1.000,50" and "1.000.000" can only be thousands.
  if (pointed === '.' && !part && whole.split('.').length === 2)
    return [scaled(Number(whole)), scaled(Number(whole.replace('.', '')))];
  if (!pointed && !/^\d{1,15}$/.test(whole) && !(whole === '' && part)) return null;
  // The decimal sign must differ from the sign between thousands.
  if (part && pointed && digits[digits.length - part.length - 1] === pointed) return null;
  return scaled(Number(`${whole.replace(/\D/g, '')}.${part ?? '0'}`));
}

/** The text in lower case, with ASCII digits and ordinary spaces. */
export function plain(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase().replace(/\s/g, ' ');
}

/** Reads a number for fields that need exactly one. NaN if the text is no number or ambiguous. */
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
