/** A text as a picture for a phone's camera. */

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
  // Four light modules around it belong to the code.
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
