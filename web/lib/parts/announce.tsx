/** What a screen reader says: one polite voice for what happens, one that interrupts for one's turn. */

import type { Layer } from '../frame/layer';

export { announce, interrupt } from '../frame/layer';

export function Voices({ of: { polite, urgent } }: { of: Layer }) {
  return (
    <div class="unseen">
      <div role="log" aria-live="polite" aria-relevant="additions">
        {polite.value.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </div>
      <div role="alert" aria-live="assertive">
        {/* The same words twice are said twice. */}
        {urgent.value && <span key={urgent.value.id}>{urgent.value.text}</span>}
      </div>
    </div>
  );
}
