/** Form fields: a choice, an amount, a switch. */

import { useId } from 'preact/hooks';
import { readPlain } from '../number';

interface RadiosProps<T> {
  label: string;
  value: T;
  options: [value: T, text: string][];
  choose(value: T): void;
  class?: string;
}

/** Radio buttons side by side. Arrow keys move between them. */
export function Radios<T>({ label, value, options, choose, class: name = '' }: RadiosProps<T>) {
  const group = useId();
  return (
    <fieldset class={`field radios ${name}`}>
      <legend>{label}</legend>
      <div>
        {options.map(([option, text]) => (
          <label key={text}>
            <input
              type="radio"
              class="unseen"
              name={group}
              checked={option === value}
              onChange={() => choose(option)}
            />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface AmountProps {
  label: string;
  value: number;
  set(value: number): void;
  note?: string;
  isWrong?: boolean;
}

export function Amount({ label, value, set, note, isWrong = false }: AmountProps) {
  const id = useId();
  return (
    <div class="field amount">
      <label for={id}>{label}</label>
      <input
        id={id}
        inputMode="decimal"
        autocomplete="off"
        defaultValue={String(value)}
        aria-invalid={isWrong}
        aria-describedby={note ? `${id}-note` : undefined}
        onInput={event => set(readPlain(event.currentTarget.value))}
      />
      {note && (
        <span id={`${id}-note`} class={isWrong ? 'bad' : 'soft'}>
          {note}
        </span>
      )}
    </div>
  );
}
