/** Fields that the forms for tables and tournaments share. */

import { Radios } from '../lib/parts/field';
import { t } from './text';

interface NameProps {
  label: string;
  value: string;
  otherwise: string;
  set(name: string): void;
}

export function Name({ label, value, otherwise, set }: NameProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        maxLength={60}
        value={value}
        placeholder={otherwise}
        onInput={event => set(event.currentTarget.value)}
      />
    </label>
  );
}

export function WhoCanJoin({ isPrivate, set }: { isPrivate: boolean; set(value: boolean): void }) {
  return (
    <Radios
      label={t('who')}
      value={isPrivate}
      options={[
        [false, t('who.all')],
        [true, t('who.link')],
      ]}
      choose={set}
    />
  );
}

interface SecondsProps<T extends number | null> {
  label: string;
  value: T;
  options: readonly T[];
  choose(value: T): void;
}

/** A choice of seconds. Null for the server's default. */
export function Seconds<T extends number | null>({
  label,
  value,
  options,
  choose,
}: SecondsProps<T>) {
  return (
    <Radios
      label={label}
      value={value}
      options={options.map((one): [T, string] => [
        one,
        one === null ? t('usual') : t('seconds', { n: one }),
      ])}
      choose={choose}
    />
  );
}

/** Seconds per act. */
export const PACES = [10, null, 60] as const;
export type Pace = (typeof PACES)[number];

export function TimeToAct({ pace, set }: { pace: Pace; set(pace: Pace): void }) {
  return <Seconds label={t('pace')} value={pace} options={PACES} choose={set} />;
}
