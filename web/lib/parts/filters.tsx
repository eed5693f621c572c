/** The filter bar of a list: a search field and further fields, which are folded on a phone. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { styles } from '../css';
import listSheet from './list.module.css';

const css = styles(listSheet);

interface Props {
  words: string;
  search(words: string): void;
  /** Whether the filter hides anything. */
  isOn: boolean;
  clear(): void;
  text: { search: string; filter: string; clear: string };
  /** Fields that are never folded. */
  first?: ComponentChildren;
  children: ComponentChildren;
}

export function Filters({ words, search, isOn, clear, text, first, children }: Props) {
  const isOpen = useSignal(false);
  return (
    <form class={css('filters')} role="search" onSubmit={event => event.preventDefault()}>
      {first}
      <input
        type="search"
        aria-label={text.search}
        placeholder={text.search}
        maxLength={60}
        value={words}
        onInput={event => search(event.currentTarget.value)}
      />
      <button
        type="button"
        class={css(isOn ? 'unfold on' : 'unfold')}
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        {text.filter}
      </button>
      <div class={css(isOpen.value ? 'narrowing' : 'narrowing folded')}>
        {children}
        {isOn && (
          <button type="button" class="plain" onClick={clear}>
            {text.clear}
          </button>
        )}
      </div>
    </form>
  );
}

interface SelectProps {
  label: string;
  value: string;
  choose(value: string): void;
  children: ComponentChildren;
}

export function Select({ label, value, choose, children }: SelectProps) {
  const id = useId();
  return (
    <>
      <label class="unseen" for={id}>
        {label}
      </label>
      <select id={id} value={value} onChange={event => choose(event.currentTarget.value)}>
        {children}
      </select>
    </>
  );
}

interface ToggleProps {
  text: string;
  isOn: boolean;
  set(value: boolean): void;
}

export function Toggle({ text, isOn, set }: ToggleProps) {
  return (
    <button type="button" aria-pressed={isOn} onClick={() => set(!isOn)}>
      {text}
    </button>
  );
}
