/** Panels of the tournament page: prizes, tables, levels, events and hands. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { TournamentHand } from '../lib/api';
import { Card } from '../lib/parts/card';
import { Downloads } from '../lib/parts/downloads';
import { number, ordinal, timeOfDay } from '../lib/i18n';
import { Icon } from '../lib/parts/icon';
import { withQuery } from '../lib/net/key';
import { clockText } from '../lib/level';
import { Link } from '../lib/frame/router';
import { trying } from '../lib/parts/toast';
import type { TournamentCtrl } from './ctrl';
import { t } from './text';
import { styles } from '../lib/css';
import tournamentSheet from './tournament.module.css';

const css = styles(tournamentSheet);

interface Props {
  ctrl: TournamentCtrl;
}

export function Prizes({ ctrl }: Props) {
  const { prizes, tournament } = ctrl.state.value!;
  const paid = prizes.filter(prize => prize > 0);
  if (!paid.length) return <p class={css('soft nothing')}>{t('no_prizes')}</p>;
  return (
    <>
      <table class={css('rows prizes')}>
        <thead>
          <tr>
            <th scope="col">{t('column.place')}</th>
            <th scope="col" class={css('right')}>
              {t('column.prize')}
            </th>
            <th scope="col" class={css('right')}>
              {t('column.part')}
            </th>
          </tr>
        </thead>
        <tbody>
          {paid.map((prize, index) => (
            <tr key={index}>
              <th scope="row">{t('place', { place: ordinal(index + 1) })}</th>
              <td class={css('right number')}>{number(prize)}</td>
              <td class={css('right number soft')}>
                {tournament.pool ? `${Math.round((100 * prize) / tournament.pool)}%` : ''}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {tournament.open && <p class={css('soft note')}>{t('prizes_grow')}</p>}
    </>
  );
}

export function Tables({ ctrl }: Props) {
  const { tables, figures } = ctrl.state.value!;
  if (!tables.length) return <p class={css('soft nothing')}>{t('no_tables')}</p>;
  return (
    <ul class={css('tables')}>
      {tables.map(({ masa, number: table, players, arriving, chips }) => (
        <li key={masa}>
          <Link to={ctrl.tablePath(masa)} class="button">
            <strong>
              {tables.length === 1 && figures?.final_table
                ? t('final_table')
                : t('table', { table })}
            </strong>
            <span class="number">
              <Icon name="people" />
              {players}
              {arriving > 0 && ` +${arriving}`}
            </span>
            <span class="soft number">{t('chips', { n: number(chips) })}</span>
            <span class={css('watch')}>{t('watch')}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function Structure({ ctrl }: Props) {
  const { structure, tournament, figures } = ctrl.state.value!;
  const { rises, every, levels } = structure;
  const length =
    rises === 'time'
      ? t('every.time', { time: clockText(every) })
      : t(`every.${rises}`, { n: every });
  const notes = [
    length,
    t('act_time', { n: tournament.act_time / 1000 }),
    structure.late_levels > 0 && t('late', { n: structure.late_levels }),
    structure.re_entries > 0 && t('re_entries', { n: structure.re_entries }),
    structure.rebuys > 0 && t('rebuys', { n: structure.rebuys }),
    structure.add_on > 0 && t('add_on_of', { n: number(structure.add_on) }),
    tournament.bounty > 0 && t('bounty_of', { n: number(tournament.bounty) }),
    structure.hand_for_hand && t('plays_hand_for_hand'),
    structure.time_bank > 0 && t('time_bank', { n: structure.time_bank / 1000 }),
  ];
  const now = ctrl.isOver.value || tournament.status === 'registering' ? 0 : figures?.level;
  const hasAnte = levels.some(({ ante }) => ante > 0);
  return (
    <>
      <ul class={css('notes')}>
        {notes.filter(Boolean).map(note => (
          <li key={note as string}>{note}</li>
        ))}
      </ul>
      <table class={css('rows levels')}>
        <thead>
          <tr>
            <th scope="col">{t('column.level')}</th>
            <th scope="col" class={css('right')}>
              {t('blinds')}
            </th>
            {hasAnte && (
              <th scope="col" class={css('right')}>
                {t(levels.some(level => level.big_blind_ante) ? 'column.bb_ante' : 'column.ante')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {levels.map(({ small, big, ante, rest }, index) => (
            <>
              <tr
                key={index}
                class={css(index + 1 === now ? 'now' : '')}
                aria-current={index + 1 === now ? 'step' : undefined}
              >
                <th scope="row" class="number">
                  {index + 1}
                </th>
                <td class={css('right number')}>
                  {number(small)} / {number(big)}
                </td>
                {hasAnte && <td class={css('right number')}>{ante ? number(ante) : '–'}</td>}
              </tr>
              {rest > 0 && (
                <tr key={`${index}-break`} class={css('rest')}>
                  <td colSpan={hasAnte ? 3 : 2}>{t('break_of', { time: clockText(rest) })}</td>
                </tr>
              )}
            </>
          ))}
        </tbody>
      </table>
      <p class={css('soft note')}>
        {t(`beyond.${structure.beyond}`)}{' '}
        <a href={withQuery(`/api/tournaments/${ctrl.id}/structure.toml`, ctrl.key)}>
          {t('as_toml')}
        </a>
      </p>
    </>
  );
}

/** Events since the page was opened. */
export function EventList({ ctrl }: Props) {
  if (!ctrl.lines.value.length) return <p class={css('soft nothing')}>{t('no_news')}</p>;
  return (
    <ul class={css('news')}>
      {ctrl.lines.value.map(({ id, line }) => (
        <li key={id} dir="auto">
          {line()}
        </li>
      ))}
    </ul>
  );
}

/** A download of all hands. */
export function AllHands({ ctrl }: Props) {
  return (
    <Downloads text={t('all_hands')} path={`tournaments/${ctrl.id}/hands`} tableKey={ctrl.key} />
  );
}

/** Limit of the server for one request. */
const AT_ONCE = 100;

/** All stored hands, newest first. */
export function HandList({ ctrl, open }: Props & { open(hand: string): void }) {
  const hands = useSignal<TournamentHand[] | null>(null);
  const isAll = useSignal(false);
  const more = async (before: string | null) => {
    const found = await ctrl.hands(before);
    isAll.value = found.length < AT_ONCE;
    hands.value = [...(before === null ? [] : (hands.peek() ?? [])), ...found];
  };
  useEffect(() => void trying(more(null)), []);
  if (!hands.value) return <p class={css('soft nothing')}>{t('loading')}</p>;
  if (!hands.value.length) return <p class={css('soft nothing')}>{t('no_hands')}</p>;
  return (
    <>
      <AllHands ctrl={ctrl} />
      <ul class={css('hands')}>
        {hands.value.map(hand => (
          <li key={hand.id}>
            <button type="button" class="plain" onClick={() => open(hand.id)}>
              <span class={css('when')}>
                {t('hand_at', { table: hand.table, n: hand.number })}
                <span class="soft">
                  {t('level', { level: hand.level })} · {timeOfDay(hand.ended)}
                </span>
              </span>
              <span class={css('minis')}>
                {hand.board.map(card => (
                  <Card key={card} card={card} />
                ))}
              </span>
              <span class="number pot">{number(hand.pot)}</span>
              {hand.out.length > 0 && (
                <span class={css('out')}>
                  <bdi>{t('out_in_it', { names: hand.out.join(', ') })}</bdi>
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {!isAll.value && (
        <button
          type="button"
          class="wide"
          onClick={() => void trying(more(hands.value![hands.value!.length - 1]!.id))}
        >
          {t('more_hands')}
        </button>
      )}
    </>
  );
}
