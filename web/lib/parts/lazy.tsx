/** A component whose code is fetched when it is first shown. */

import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import { toast } from './toast';

export function lazy<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
  /** A placeholder that is shown while the code loads. */
  Waits?: FunctionComponent,
): FunctionComponent<P> {
  const loaded = signal<FunctionComponent<P> | null>(null);
  return function Lazy(props: P) {
    useEffect(() => {
      if (loaded.peek()) return;
      load().then(
        found => (loaded.value = found),
        () => toast(t('failed'), true),
      );
    }, []);
    const View = loaded.value;
    return View ? <View {...props} /> : Waits ? <Waits /> : null;
  };
}
