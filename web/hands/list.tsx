/** The list of hands, newest first. */

import type { HandLine } from '../lib/api';
import { Card, cardNames } from '../lib/parts/card';
import { Empty, Waiting } from '../lib/parts/empty';
import { dateAndTime, number } from '../lib/i18n';
import { me } from '../lib/net/me';
import { go, Link } from '../lib/frame/router';
import { Profit } from '../masa/view/profit';
import type { HandsCtrl } from './ctrl';
import { t } from './text';
import { styles } from '../lib/css';
import listSheet from '../lib/parts/list.module.css';
import replaySheet from '../masa/replay.module.css';
import handsSheet from './hands.module.css';

const css = styles(listSheet, replaySheet, handsSheet);

interface Props {
  ctrl: HandsCtrl;
}

export function HandList({ ctrl }: Props) {
  const hands = ctrl.hands.value;
  const isUploads = ctrl.filter.value.source === 'uploads';
  if (me.value === null)
    return (
      <Empty icon="hands" text={t('nobody')} action={t('log_in')} act={() => go('/account')} />
    );
  if (!hands) return <Waiting text={t('loading')} failure={ctrl.failure.value} />;
  return (
    <>
      {ctrl.failure.value && (
        <p class="bad" role="alert">
          {ctrl.failure.value}
        </p>
      )}
      {!hands.length && (
        <Empty
          icon="hands"
          text={t(ctrl.isOn.value ? 'none' : isUploads ? 'empty_uploads' : 'empty')}
          action={ctrl.isOn.value ? t('clear') : isUploads && t('upload')}
          act={() => (ctrl.isOn.value ? ctrl.clear() : go('/hands/upload'))}
        />
      )}
      {hands.length > 0 && (
        <div class={css('panel list')}>
          <ul class={css(ctrl.isFetching.value ? 'lines stale' : 'lines')} aria-label={t('list')}>
            {hands.map(line => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
        </div>
      )}
      {hands.length > 0 &&
        (ctrl.isAll.value ? (
          <p class={css('soft end')}>{t('all')}</p>
        ) : (
          <button
            type="button"
            class={css('wide further')}
            disabled={ctrl.isFetching.value}
            onClick={() => void ctrl.fetch(true)}
          >
            {t('more')}
          </button>
        ))}
    </>
  );
}

function Line({ line }: { line: HandLine }) {
  const when = dateAndTime(line.ended);
  const { scale, currency } = line;
  const chips = (value: number) =>
    scale === 1 ? number(value) : currency + (value / scale).toFixed(2);
  return (
    <li>
      <span class={css('name when')}>
        <Link to={`/hand/${line.id}`} aria-label={t('open', { number: line.number, when })}>
          {when}
        </Link>
        <span class="soft number">
          BB {chips(line.big)}
          {line.position && ` · ${line.position}`}
          {line.tournament && <abbr title={t('tournament_word')}> · {t('tournament_sign')}</abbr>}
        </span>
      </span>
      <Cards cards={line.cards} label={t('column_cards')} />
      <Cards cards={line.board} label={t('column_board')} />
      <span class={css('number soft pot')}>
        {t('column_pot')} {chips(line.pot)}
      </span>
      <Profit net={line.net} show={chips} />
    </li>
  );
}

function Cards({ cards, label }: { cards: string[]; label: string }) {
  return (
    <span
      class={css('minis')}
      role="img"
      aria-label={cards.length ? `${label}: ${cardNames(cards)}` : label}
    >
      <span class={css('minis')} aria-hidden="true">
        {cards.map(card => (
          <Card key={card} card={card} />
        ))}
      </span>
    </span>
  );
}
