/** Copies a text to the clipboard. Returns whether that worked. */

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Browsers offer no clipboard API over plain HTTP, as in a home network. `execCommand` still
    // works.
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
