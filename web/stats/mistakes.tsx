/** "What costs me most": the user's mistakes, and judging more hands. */

import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { CostData, JudgingData, MyMistakes } from '../lib/api';
import { Link } from '../lib/frame/router';
import { dateAndTime, number } from '../lib/i18n';
import { get, Refusal } from '../lib/net/rest';
import { JudgingCtrl } from './judging';
import { scaleOf, ticks } from './graph';
import { t, type TextKey } from './text';
import en from './text/en';
import { styles } from '../lib/css';
import figuresSheet from './figures.module.css';

const css = styles(figuresSheet);

const CHOICES = [20, 50, 100] as const;
const SHOWN = 20;
const BOX = { left: 44, right: 14, top: 12, bottom: 26, width: 600, height: 180 };

type Source = '' | 'uploads';

export function Mistakes({ source }: { source: Source }) {
  const costs = useSignal<MyMistakes | null>(null);
  const refusal = useSignal<Refusal | null>(null);
  const judging = useMemo(() => new JudgingCtrl(), []);
  useEffect(() => {
    void judging.look();
    return () => judging.leave();
  }, [judging]);
  const done = judging.job.value?.done ?? -1;
  useEffect(() => {
    let isGone = false;
    get<MyMistakes>(`hands/mistakes${source && `?source=${source}`}`).then(
      found => {
        if (isGone) return;
        costs.value = found;
        refusal.value = null;
      },
      error => {
        if (!(error instanceof Refusal)) throw error;
        if (!isGone) refusal.value = error;
      },
    );
    return () => (isGone = true);
  }, [source, done]);
  return (
    <section class={css('panel mistakes')} aria-label={t('mistakes')}>
      <h2>{t('mistakes')}</h2>
      <p class={css('soft note')}>{t('mistakes.words')}</p>
      <Judging ctrl={judging} source={source} />
      {refusal.value && <p class="bad">{words(refusal.value)}</p>}
      {costs.value && !refusal.value && <Costs costs={costs.value} />}
    </section>
  );
}

function words({ code, text }: { code: string; text: string }): string {
  const key = `mistakes.${code}`;
  return key in en ? t(key as TextKey) : text;
}

function Judging({ ctrl, source }: { ctrl: JudgingCtrl; source: Source }) {
  const most = useSignal<number>(CHOICES[0]);
  const job = ctrl.job.value;
  const failure = ctrl.failure.value;
  if (job?.is_running)
    return (
      <div class="row" role="status">
        <progress value={job.done} max={Math.max(1, job.hands)} aria-label={t('judging')} />
        <span class="number">
          {t('judging.of', { done: number(job.done), hands: number(job.hands) })}
        </span>
        <button type="button" class="small" onClick={() => void ctrl.cancel()}>
          {t('cancel')}
        </button>
        {job.code && <span class="soft">{words(new Refusal(job.code, job.message))}</span>}
      </div>
    );
  return (
    <>
      <div class="row">
        <label>
          {t('judge_last')}{' '}
          <select
            value={most.value}
            onChange={event => (most.value = Number(event.currentTarget.value))}
          >
            {CHOICES.map(count => (
              <option key={count} value={count}>
                {t('judge_count', { count })}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => void ctrl.start(source || 'room', most.peek())}>
          {t('judge')}
        </button>
      </div>
      {job && <Ended job={job} />}
      {failure && <p class="bad">{words(failure)}</p>}
    </>
  );
}

/** What the last job has done, and why it ended early. */
function Ended({ job }: { job: JudgingData }) {
  const { done, unjudged, hands, code, message } = job;
  return (
    <p role="status">
      {hands ? t('judged', { done: number(done - unjudged) }) : t('judged.nothing')}{' '}
      {unjudged > 0 && t('judged.without', { count: number(unjudged) })}{' '}
      {code && <span class="bad">{words(new Refusal(code, message))}</span>}
    </p>
  );
}

function Costs({ costs }: { costs: MyMistakes }) {
  if (!costs.hands) return <p>{t('mistakes.none_judged')}</p>;
  return (
    <>
      <p>
        {t('mistakes.sum', {
          hands: number(costs.hands),
          lost: (costs.per_hundred ?? 0).toFixed(1),
        })}
      </p>
      {costs.mistakes.length > 0 && (
        <>
          <div class={css('sums')}>
            <Sums title={t('by_street')} costs={costs.streets} />
            <Sums title={t('position')} costs={costs.positions} />
            <Sums title={t('by_kind')} costs={costs.kinds} />
          </div>
          {costs.line.length > 1 && <Line costs={costs} />}
          <Worst costs={costs} />
        </>
      )}
    </>
  );
}

/** The text of a street or a kind. Positions have no other name. */
function nameOf(name: string): string {
  const key = `mistake.${name}`;
  return key in en ? t(key as TextKey) : name;
}

function Sums({ title, costs }: { title: string; costs: CostData[] }) {
  const most = Math.max(...costs.map(({ lost }) => lost), 1e-9);
  return (
    <div>
      <h3>{title}</h3>
      <ul>
        {costs.map(({ name, lost, mistakes }) => (
          <li key={name}>
            <span>{nameOf(name)}</span>
            <span class="number">
              {t('cost', { lost: lost.toFixed(1), mistakes: number(mistakes) })}
            </span>
            <span class={css('bar')} aria-hidden="true">
              <span style={{ width: `${(100 * lost) / most}%` }} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The loss in 100 hands, of all judged hands up to each one. */
function Line({ costs }: { costs: MyMistakes }) {
  const points = costs.line.map(({ hands, lost }) => ({ hands, rate: (100 * lost) / hands }));
  const most = Math.max(...points.map(({ rate }) => rate), 1);
  const scale = scaleOf(costs.hands, [0, most], BOX);
  const path = points
    .map(({ hands, rate }, i) => `${i ? 'L' : 'M'}${scale.x(hands)} ${scale.y(rate)}`)
    .join('');
  return (
    <figure class={css('graph')}>
      <figcaption>{t('mistakes.line')}</figcaption>
      <svg
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        role="img"
        aria-label={t('mistakes.graph', {
          hands: number(costs.hands),
          lost: (costs.per_hundred ?? 0).toFixed(1),
        })}
      >
        {ticks(0, most, 4).map(value => (
          <g key={value}>
            <line
              class={css('rule')}
              x1={BOX.left}
              x2={BOX.width - BOX.right}
              y1={scale.y(value)}
              y2={scale.y(value)}
            />
            <text x={BOX.left - 8} y={scale.y(value)} text-anchor="end" dy="0.35em">
              {number(value)}
            </text>
          </g>
        ))}
        <text x={BOX.width - BOX.right} y={BOX.height - 6} text-anchor="end">
          {number(costs.hands)}
        </text>
        <path class={css('series without')} d={path} />
      </svg>
    </figure>
  );
}

function Worst({ costs }: { costs: MyMistakes }) {
  return (
    <div class={css('scroll')} role="region" aria-label={t('worst')} tabIndex={0}>
      <table class={css('figures')}>
        <caption class="unseen">{t('worst')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('worst')}</th>
            <th scope="col">{t('by_street')}</th>
            <th scope="col">{t('position')}</th>
            <th scope="col">{t('lost')}</th>
            <th scope="col">{t('hand')}</th>
          </tr>
        </thead>
        <tbody>
          {costs.mistakes.slice(0, SHOWN).map(({ hand, ended, mistake }) => (
            <tr key={`${hand} ${mistake.step}`}>
              <th scope="row">{nameOf(mistake.kind)}</th>
              <td>{nameOf(mistake.street)}</td>
              <td>{mistake.position}</td>
              <td class="number">{mistake.loss ? `−${mistake.loss.toFixed(2)}` : '–'}</td>
              <td>
                <Link to={`/hand/${hand}?step=${mistake.step}`}>{dateAndTime(ended)}</Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
