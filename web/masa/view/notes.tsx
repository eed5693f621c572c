/** The players at the table, with the user's notes about them. */

import { Avatar } from '../../lib/parts/avatar';
import { Dialog } from '../../lib/parts/dialog';
import { Icon } from '../../lib/parts/icon';
import { useRef } from 'preact/hooks';
import { COLOURS, MAX_LENGTH, type Note } from '../../lib/net/note';
import { setNote, noteOf } from '../../lib/net/notes';
import { trying } from '../../lib/parts/toast';
import type { Ctrl } from '../ctrl';
import { t } from '../panel/text';
import { styles } from '../../lib/css';
import masaSheet from '../masa.module.css';

const css = styles(masaSheet);

/** Milliseconds after the last keystroke before a note is stored. */
const PAUSE = 700;

export function PlayerNotes({ ctrl }: { ctrl: Ctrl }) {
  const { seats, you } = ctrl.view.value!;
  const others = seats.filter(({ side }) => side !== you);
  return (
    <Dialog title={t('people')} close={() => (ctrl.panel.value = null)} class="drawer">
      <p class="soft">{t(others.length ? 'notes_kept' : 'waits.player')}</p>
      <ul class={css('people')}>
        {others.map(({ side, name }) => (
          <li key={side}>
            <Person name={name} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Person({ name }: { name: string }) {
  const kept = noteOf(name);
  const timer = useRef(0);
  const write = (change: Partial<Note>) => void trying(setNote(name, change));
  // Delays storing until the user stops typing.
  const soon = (text: string) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => write({ text }), PAUSE);
  };
  return (
    <div class={css('person')} role="group" aria-label={name}>
      <Avatar name={name} />
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <div class={css('row colours')}>
          {COLOURS.map(colour => (
            <button
              key={colour}
              type="button"
              class={`round mark-${colour}`}
              aria-label={t(`colour.${colour}`)}
              aria-pressed={kept?.colour === colour}
              onClick={() => write({ colour: kept?.colour === colour ? null : colour })}
            >
              {kept?.colour === colour && <Icon name="check" />}
            </button>
          ))}
        </div>
        <textarea
          rows={2}
          maxLength={MAX_LENGTH}
          aria-label={t('note_on', { name })}
          placeholder={t('note')}
          defaultValue={kept?.text ?? ''}
          onInput={event => soon(event.currentTarget.value)}
          onBlur={event => {
            clearTimeout(timer.current);
            if (event.currentTarget.value !== (noteOf(name)?.text ?? ''))
              write({ text: event.currentTarget.value });
          }}
        />
      </div>
    </div>
  );
}
