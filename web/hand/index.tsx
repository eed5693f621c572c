/** The page of one finished hand: the table after each step, and the analysis of the step. */

import { useEffect, useMemo } from 'preact/hooks';
import { dateAndTime, number, tableName } from '../lib/i18n';
import { t as common } from '../lib/i18n';
import { keyOf, withKey } from '../lib/net/key';
import { Link, type Place } from '../lib/frame/router';
import { Shell } from '../lib/frame/shell';
import { useTitle } from '../lib/frame/title';
import { Cloth } from '../masa/view/cloth';
import { Controls, Streets } from './controls';
import { HandCtrl } from './ctrl';
import { Ranges } from './decision';
import { StepList } from './step_list';
import { StepFigures, Study } from './study';
import { Take } from './export';
import { t } from './text';
import { styles } from '../lib/css';
import clothSheet from '../masa/cloth.module.css';
import handSheet from './hand.module.css';

const css = styles(clothSheet, handSheet);

export default function HandPage({ place }: { place: Place }) {
  const isShared = place.path.startsWith('/shared/');
  const ctrl = useMemo(
    () => new HandCtrl(place.params.hand!, isShared, isShared ? '' : keyOf(location)),
    [place.path],
  );
  useEffect(() => {
    void ctrl.fetch();
    return () => ctrl.leave();
  }, [ctrl]);
  useTitle(`${ctrl.title} · pokermasa`);
  return (
    <Shell>
      {ctrl.failure.value ? (
        <Missing ctrl={ctrl} />
      ) : (
        <div class={css('hand')} aria-busy={!ctrl.hand.value}>
          <Head ctrl={ctrl} />
          <div class={css('replay')}>
            {ctrl.scene.value ? (
              <Cloth ctrl={ctrl.drawing} />
            ) : (
              <section class={css('cloth is-wide few')}>
                <div class={css('felt')} />
              </section>
            )}
          </div>
          {ctrl.step.value && <Whole ctrl={ctrl} />}
        </div>
      )}
    </Shell>
  );
}

/** Keeps the focus where it is when a button is clicked with the mouse, so that space and arrow
 * keys still control the playback. */
function keepFocus(event: MouseEvent): void {
  if ((event.target as Element).closest('button')) event.preventDefault();
}

function Whole({ ctrl }: { ctrl: HandCtrl }) {
  return (
    <>
      <div class={css('below')} onMouseDown={keepFocus}>
        <Controls ctrl={ctrl} />
        <Streets ctrl={ctrl} />
      </div>
      <div class={css('beside')} onMouseDown={keepFocus}>
        <StepFigures ctrl={ctrl} />
        <StepList ctrl={ctrl} />
        <Study ctrl={ctrl} />
      </div>
      <Ranges ctrl={ctrl} />
      <div class={css('last')}>
        <Take ctrl={ctrl} />
        <p class={css('soft small-text key-hint')}>{t('keys')}</p>
      </div>
    </>
  );
}

function Head({ ctrl }: { ctrl: HandCtrl }) {
  const hand = ctrl.hand.value;
  const event = hand?.tournament;
  return (
    <header class={css('hand-head')}>
      <h1>{ctrl.isShared ? t('shared_hand') : ctrl.title}</h1>
      <p class="soft">
        {hand && (
          <>
            {hand.table && <bdi>{event ? tableName(event.name) : tableName(hand.table)}</bdi>}{' '}
            <span class="number">
              {ctrl.chips(hand.blinds.small)}/{ctrl.chips(hand.blinds.big)}
            </span>{' '}
            {event && <>· {t('level', { level: number(event.level) })} </>}
            {hand.ended > 0 && <>· {dateAndTime(hand.ended)}</>}
          </>
        )}
      </p>
      <nav class="row">
        {event && (
          <Link to={withKey(`/tournament/${event.id}`, ctrl.key)}>{t('to_tournament')}</Link>
        )}
        {!ctrl.isShared && <Link to="/hands">{t('to_hands')}</Link>}
      </nav>
    </header>
  );
}

function Missing({ ctrl }: { ctrl: HandCtrl }) {
  const refusal = ctrl.failure.value!;
  const isGone = refusal.code === 'NOT_FOUND' || refusal.code === 'UNREADABLE';
  return (
    <div class="page">
      <h1>{isGone ? t(ctrl.isShared ? 'missing.shared' : 'missing') : refusal.text}</h1>
      {isGone ? (
        <>
          <p>{t(ctrl.isShared ? 'missing.shared.words' : 'missing.words')}</p>
          <Link to="/" class="button main">
            {common('to_the_lobby')}
          </Link>
        </>
      ) : (
        <button type="button" class="main" onClick={() => void ctrl.fetch()}>
          {t('ask_again')}
        </button>
      )}
    </div>
  );
}
