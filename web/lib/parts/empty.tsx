/** Placeholders for a list: loading, failed, or empty. */

import { Icon, type IconName } from './icon';
import { styles } from '../css';
import listSheet from './list.module.css';

const css = styles(listSheet);

export function Waiting({ text, failure }: { text: string; failure: string }) {
  if (failure)
    return (
      <p class={css('panel empty bad')} role="alert">
        {failure}
      </p>
    );
  return (
    <div class={css('panel waiting-rows')} aria-label={text} role="img">
      <span class="waiting" />
      <span class="waiting" />
      <span class="waiting" />
    </div>
  );
}

interface EmptyProps {
  icon: IconName;
  text: string;
  /** Label of a button that helps, if there is one. */
  action?: string | false;
  act?(): void;
}

export function Empty({ icon, text, action, act }: EmptyProps) {
  return (
    <div class={css('panel empty')}>
      <Icon name={icon} />
      <p>{text}</p>
      {action && (
        <button type="button" onClick={act}>
          {action}
        </button>
      )}
    </div>
  );
}
