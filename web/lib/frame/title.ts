/** The document title: the name of the page or, in a background tab too, the table where it is the
 * user's turn. */

import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import { turns } from './own_tables';

const plain = signal('pokermasa');

export function useTitle(text: string): void {
  useEffect(() => {
    plain.value = text;
    return () => {
      plain.value = 'pokermasa';
    };
  }, [text]);
}

effect(() => {
  const [first] = turns.value;
  const text = plain.value;
  document.title = text;
  if (!first) return;
  const alert = `▶ ${t('your_turn')} · ${first.name}`;
  document.title = alert;
  // The title blinks while the tab is in the background.
  const timer = setInterval(() => {
    const isBlinking = document.visibilityState === 'hidden' && document.title === alert;
    document.title = isBlinking ? text : alert;
  }, 1000);
  return () => clearInterval(timer);
});
