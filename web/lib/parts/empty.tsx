/** Where a list would be: not fetched yet, not to be had, or with nothing in it. */

import { Icon, type IconName } from './icon';

export function Waiting({ text, failure }: { text: string; failure: string }) {
  if (failure)
    return (
      <p class="panel empty bad" role="alert">
        {failure}
      </p>
    );
  return (
    <div class="panel waiting-rows" aria-label={text} role="img">
      <span class="waiting" />
      <span class="waiting" />
      <span class="waiting" />
    </div>
  );
}

interface EmptyProps {
  icon: IconName;
  text: string;
  /** What can be done about it, if anything. */
  action?: string | false;
  act?(): void;
}

export function Empty({ icon, text, action, act }: EmptyProps) {
  return (
    <div class="panel empty">
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
