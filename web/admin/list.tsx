/** A list of the admin page with its loading, error and empty states. */

import type { ComponentChildren } from 'preact';
import { Empty, Waiting } from '../lib/parts/empty';
import type { IconName } from '../lib/parts/icon';
import type { Refusal } from '../lib/net/rest';
import { go } from '../lib/frame/router';
import type { FetchedList } from './ctrl';
import { t } from './text';
import { styles } from '../lib/css';
import adminSheet from './admin.module.css';

const css = styles(adminSheet);

interface FailedProps {
  icon: IconName;
  failure: Refusal;
  again(): void;
}

/** The reason why a list could not be loaded, with a button that helps. */
export function Failed({ icon, failure, again }: FailedProps) {
  if (failure.code === 'NO_SECOND_FACTOR')
    return (
      <Empty
        icon={icon}
        text={t('needs_factor')}
        action={t('to_account')}
        act={() => go('/account')}
      />
    );
  return <Empty icon={icon} text={failure.text} action={t('again')} act={again} />;
}

interface Props<T> {
  of: FetchedList<T[]>;
  icon: IconName;
  /** Text for an empty list. */
  empty: string;
  again(): void;
  /** Draws one row. */
  children(one: T): ComponentChildren;
}

export function List<T>({ of: listed, icon, empty, again, children }: Props<T>) {
  const { all, failure } = listed;
  if (failure.value) return <Failed icon={icon} failure={failure.value} again={again} />;
  if (all.value === null) return <Waiting text={t('loading')} failure="" />;
  if (!all.value.length) return <Empty icon={icon} text={empty} />;
  return <ul class={css('panel rows')}>{all.value.map(children)}</ul>;
}
