/** The live regions of a layer: polite for events, assertive for the player's turn. */

import type { Layer } from '../frame/layer';

export { announce, interrupt } from '../frame/layer';

export function LiveRegions({ of: { polite, urgent } }: { of: Layer }) {
  return (
    <div class="unseen">
      <div role="log" aria-live="polite" aria-relevant="additions">
        {polite.value.map(({ id, text }) => (
          <p key={id}>{text}</p>
        ))}
      </div>
      <div role="alert" aria-live="assertive">
        {/* A new key makes the screen reader read the same text again. */}
        {urgent.value && <span key={urgent.value.id}>{urgent.value.text}</span>}
      </div>
    </div>
  );
}
