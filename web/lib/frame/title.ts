/** The title: what the page is, or, in whichever tab, at which table it is one's turn. */

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
  // It blinks in a tab that nobody looks at.
  const timer = setInterval(() => {
    const isBlinking = document.visibilityState === 'hidden' && document.title === alert;
    document.title = isBlinking ? text : alert;
  }, 1000);
  return () => clearInterval(timer);
});
