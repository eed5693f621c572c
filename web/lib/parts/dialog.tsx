/** A dialog or drawer. It is the browser's own <dialog>, which keeps the focus inside and closes
 * with Escape. */

import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { LiveRegions } from './announce';
import { t } from '../i18n';
import { Icon } from './icon';
import { Layer, popLayer, pushLayer } from '../frame/layer';
import { Toasts } from './toast';

interface Props {
  title: string;
  close(): void;
  children: ComponentChildren;
  class?: string;
}

export function Dialog({ title, close, children, class: name = '' }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const layer = useMemo(() => new Layer(), []);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    ref.current?.showModal();
    pushLayer(layer);
    return () => {
      popLayer(layer);
      before?.focus?.();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      class={`dialog ${name}`}
      aria-label={title}
      onCancel={event => {
        event.preventDefault();
        close();
      }}
      onClick={event => {
        if (event.target === ref.current) close();
      }}
    >
      <div class="dialog-inside">
        <header>
          <h2>{title}</h2>
          <button type="button" class="plain round" aria-label={t('close')} onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        <div class="dialog-body">{children}</div>
      </div>
      <Toasts of={layer} />
      <LiveRegions of={layer} />
    </dialog>
  );
}
