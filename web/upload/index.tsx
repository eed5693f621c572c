/** The page for imported hands: upload, progress, list, deletion. */

import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { UploadData } from '../lib/api';
import { Empty, Waiting } from '../lib/parts/empty';
import { dateAndTime, number } from '../lib/i18n';
import { Icon } from '../lib/parts/icon';
import { me } from '../lib/net/me';
import { go, Link } from '../lib/frame/router';
import { Shell } from '../lib/frame/shell';
import { StudyTabs } from '../lib/frame/studytabs';
import { useTitle } from '../lib/frame/title';
import { trying } from '../lib/parts/toast';
import { refusalWords, UploadCtrl, type Sending } from './ctrl';
import { percent, size } from './size';
import { t } from './text';
import { styles } from '../lib/css';
import uploadSheet from './upload.module.css';

const css = styles(uploadSheet);

const FILES = '.txt,.phh,.phhs,.ohh,.json,.toml,.log';

export default function UploadPage() {
  const ctrl = useMemo(() => new UploadCtrl(), []);
  const isPerson = me.value?.kind === 'person';
  useEffect(() => {
    if (isPerson) void ctrl.fetch();
    return () => ctrl.leave();
  }, [isPerson]);
  useTitle(`${t('title')} · pokermasa`);
  return (
    <Shell>
      <div class={css('page upload')}>
        <StudyTabs />
        <h1>{t('title')}</h1>
        {me.value === undefined ? (
          <Waiting text={t('loading')} failure="" />
        ) : me.value === null ? (
          <Empty icon="user" text={t('nobody')} action={t('log_in')} act={() => go('/account')} />
        ) : !isPerson ? (
          <Empty icon="user" text={t('guest')} action={t('keep')} act={() => go('/account')} />
        ) : (
          <Whole ctrl={ctrl} />
        )}
      </div>
    </Shell>
  );
}

interface Props {
  ctrl: UploadCtrl;
}

function Whole({ ctrl }: Props) {
  const all = ctrl.all.value;
  const failure = ctrl.failure.value;
  if (failure)
    return (
      <Empty
        icon="hands"
        text={refusalWords(failure)}
        action={t('again')}
        act={() => void ctrl.fetch()}
      />
    );
  if (!all) return <Waiting text={t('loading')} failure="" />;
  return (
    <>
      <p class="soft">{t('words', { most: size(all.most_file) })}</p>
      <Drop ctrl={ctrl} />
      <p class={css('soft number used')}>
        {t('used', {
          hands: number(all.hands),
          most_hands: number(all.most_hands),
          bytes: size(all.bytes),
          most_bytes: size(all.most_bytes),
        })}
      </p>
      <h2>{t('list')}</h2>
      {!all.uploads.length && <p class="soft">{t('none')}</p>}
      <ul class={css('uploads')}>
        {all.uploads.map(upload => (
          <Line key={upload.id} ctrl={ctrl} upload={upload} />
        ))}
      </ul>
    </>
  );
}

function Drop({ ctrl }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const isOver = useSignal(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    isOver.value = false;
    ctrl.add(event.dataTransfer?.files ?? []);
  };
  return (
    <section
      class={css(isOver.value ? 'panel drop over' : 'panel drop')}
      onDragOver={event => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => (isOver.value = false)}
      onDrop={drop}
    >
      <div class="row">
        <input
          ref={field}
          class="unseen"
          type="file"
          multiple
          accept={FILES}
          aria-label={t('choose')}
          tabIndex={-1}
          onChange={event => {
            ctrl.add(event.currentTarget.files ?? []);
            event.currentTarget.value = '';
          }}
        />
        <button type="button" class="main" onClick={() => field.current?.click()}>
          <Icon name="plus" />
          {t('choose')}
        </button>
        <span class="soft">{t('drop')}</span>
      </div>
      <label class="field">
        <span>{t('hero')}</span>
        <input
          maxLength={80}
          autocomplete="off"
          value={ctrl.hero.value}
          onInput={event => (ctrl.hero.value = event.currentTarget.value)}
        />
        <span class="soft">{t('hero.words')}</span>
      </label>
      <div role="status">
        <ul class={css('on-the-way')}>
          {ctrl.files.value.map(one => (
            <OnTheWay key={one.id} ctrl={ctrl} one={one} />
          ))}
        </ul>
      </div>
    </section>
  );
}

/** A file that is being sent, waits, or was refused. */
function OnTheWay({ ctrl, one }: Props & { one: Sending }) {
  const { id, file, state, text } = one;
  if (state === 'sending')
    return (
      <li>
        <bdi>{t('sending', { name: file.name, percent: text })}</bdi>
        <Bar percent={text} />
      </li>
    );
  if (state === 'waiting')
    return (
      <li class="soft">
        <bdi>{t('waiting', { name: file.name })}</bdi> {text}
      </li>
    );
  return (
    <li class={css('bad row refused-file')}>
      <bdi>{text}</bdi>
      <button
        type="button"
        class="plain round"
        aria-label={t('dismiss', { name: file.name })}
        onClick={() => ctrl.dismiss(id)}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}

function Bar({ percent }: { percent: string }) {
  return (
    <span class={css('bar')} aria-hidden="true">
      <span style={{ width: percent }} />
    </span>
  );
}

function Line({ ctrl, upload }: Props & { upload: UploadData }) {
  const isSure = useSignal(false);
  const { id, name, format, made, bytes, state, hands, twice, refused, refused_count } = upload;
  const part = percent(upload.read_bytes, bytes);
  const remove = () => {
    if (isSure.value) void trying(ctrl.remove(id));
    isSure.value = true;
  };
  return (
    <li class="panel">
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <p class="soft number">
        {[format && FORMATS[format], size(bytes), dateAndTime(made)].filter(Boolean).join(' · ')}
      </p>
      {state === 'reading' && (
        <div role="status">
          {t('reading', { percent: part })}
          <Bar percent={part} />
        </div>
      )}
      {state === 'deleting' && <p role="status">{t('deleting')}</p>}
      {state === 'failed' && (
        <p class="bad">
          {t('failed')} <span lang="en">{upload.message}</span>
        </p>
      )}
      <p class="number">
        {[
          t('hands', { count: number(hands) }),
          twice > 0 && t('twice', { count: number(twice) }),
          refused_count > 0 && t('refused', { count: number(refused_count) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {refused.length > 0 && (
        <details>
          <summary>{t('refused_list')}</summary>
          <div class={css('scroll')} role="region" aria-label={t('refused_list')} tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('reason')}</th>
                  <th scope="col">{t('count')}</th>
                  <th scope="col">{t('example')}</th>
                </tr>
              </thead>
              <tbody lang="en">
                {refused.map(({ reason, count, example }) => (
                  <tr key={reason}>
                    <th scope="row">{reason}</th>
                    <td class="number">{number(count)}</td>
                    <td>{example}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
      <div class="row">
        {hands > 0 && (
          <>
            <Link to={`/hands?source=uploads&upload=${id}`} class="button">
              {t('see_hands')}
            </Link>
            <Link to="/me/stats?source=uploads" class="button">
              {t('stats')}
            </Link>
          </>
        )}
        <button type="button" class="danger" disabled={state === 'deleting'} onClick={remove}>
          {t(isSure.value ? 'delete_sure' : 'delete')}
        </button>
      </div>
    </li>
  );
}

const FORMATS: Record<string, string> = {
  pokerstars: 'PokerStars',
  phh: 'PHH',
  ohh: 'OHH',
  acpc: 'ACPC',
};
