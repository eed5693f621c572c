/** A text into the clipboard; whether it got there. */

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Over plain HTTP on a home network browsers offer no clipboard: then the old way.
    const field = document.createElement('textarea');
    field.value = text;
    field.readOnly = true;
    const before = document.activeElement as HTMLElement | null;
    (document.querySelector('dialog[open]') ?? document.body).append(field);
    field.select();
    const isCopied = document.execCommand('copy');
    field.remove();
    before?.focus();
    return isCopied;
  }
}
