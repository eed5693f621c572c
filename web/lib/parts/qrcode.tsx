/** A QR code as an image. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = useSignal<boolean[][] | null>(null);
  useEffect(() => {
    import('./qr').then(
      ({ qr }) => (rows.value = qr(text)),
      () => undefined,
    );
  }, [text]);
  const size = rows.value?.length ?? 0;
  // The standard requires a quiet zone of four light modules.
  return (
    <svg class="qr" viewBox={`-4 -4 ${size + 8} ${size + 8}`} role="img" aria-label={label}>
      <path
        d={(rows.value ?? [])
          .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
          .join('')}
      />
    </svg>
  );
}
