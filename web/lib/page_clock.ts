/** One timer for all clocks on the page. */

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

const now = signal(performance.now());
let watchers = 0;
let timer = 0;

/** `performance.now()`, updated four times a second. The component is drawn again on every update. */
export function usePageClock(): number {
  useEffect(() => {
    if (!watchers++) timer = window.setInterval(() => (now.value = performance.now()), 250);
    now.value = performance.now();
    return () => {
      if (!--watchers) clearInterval(timer);
    };
  }, []);
  return now.value;
}
