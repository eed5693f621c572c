/** The user's ranges: painting, naming, storing, and copying in the usual notation. */

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Saved } from '../lib/api';
import { copy } from '../lib/copy';
import { RangeGrid } from '../lib/parts/grid';
import { Icon } from '../lib/parts/icon';
import { noWeights, rangeText } from '../lib/range';
import { del, get, post, put, Refusal } from '../lib/net/rest';
import { Link } from '../lib/frame/router';
import { toast, trying } from '../lib/parts/toast';
import { Paint, read } from './painter';
import { Presets } from './presets';
import { Refused } from './refusal_notice';
import { t } from './text';
import { styles } from '../lib/css';
import toolsSheet from './tools.module.css';

const css = styles(toolsSheet);

/** Milliseconds after the last stroke or keystroke before the server is asked. */
const PAUSE = 300;

export function Ranges() {
  const saved = useSignal<Saved[] | null>(null);
  const opened = useSignal<Saved | null>(null);
  const name = useSignal('');
  const text = useSignal('');
  const weights = useSignal(noWeights());
  const size = useSignal<{ percent: number; combos: number } | null>(null);
  const refusal = useSignal<Refusal | null>(null);
  const isSure = useSignal(false);
  const timer = useRef(0);
  useEffect(() => {
    get<Saved[]>('ranges').then(
      found => (saved.value = found),
      error => {
        saved.value = [];
        refusal.value = error as Refusal;
      },
    );
    return () => clearTimeout(timer.current);
  }, []);

  /** A typed range is painted, and a painted range is written as text. */
  const ask = (question: string, isTyped: boolean) => {
    clearTimeout(timer.current);
    refusal.value = null;
    size.value = null;
    if (!question.trim()) {
      if (isTyped) weights.value = noWeights();
      else text.value = '';
      return;
    }
    timer.current = window.setTimeout(() => {
      read(question).then(
        found => {
          size.value = found;
          if (isTyped) weights.value = found.grid;
          else text.value = found.text;
        },
        error => (refusal.value = error as Refusal),
      );
    }, PAUSE);
  };
  const open = (range: Saved | null) => {
    clearTimeout(timer.current);
    opened.value = range;
    name.value = range?.name ?? '';
    text.value = range?.text ?? '';
    weights.value = range?.grid ?? noWeights();
    size.value = range;
    refusal.value = null;
    isSure.value = false;
  };
  const keep = async (isNew: boolean) => {
    if (!name.value.trim()) return toast(t('needs_name'), true);
    if (!text.value.trim()) return toast(t('needs_hands'), true);
    const body = { name: name.value.trim(), text: text.value };
    try {
      const id = opened.peek()?.id;
      const kept =
        isNew || id === undefined
          ? await post<Saved>('ranges', body)
          : await put<Saved>(`ranges/${id}`, body);
      const others = (saved.peek() ?? []).filter(range => range.id !== kept.id);
      saved.value = [...others, kept].sort((one, other) => one.name.localeCompare(other.name));
      open(kept);
      toast(t('is_saved'));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code === 'NAME_TAKEN' || error.code === 'TOO_MANY_RANGES')
        toast(t(`refused.${error.code}`), true);
      else refusal.value = error;
    }
  };
  const remove = async () => {
    if (!isSure.value) {
      isSure.value = true;
      return;
    }
    const { id } = opened.peek()!;
    await del(`ranges/${id}`);
    saved.value = saved.peek()!.filter(range => range.id !== id);
    open(null);
    toast(t('is_deleted'));
  };
  const copied = async () => {
    const isCopied = await copy(text.value);
    toast(t(isCopied ? 'copied' : 'not_copied'), !isCopied);
  };
  return (
    <div class={css('ranges')}>
      <section class={css('panel editor')} aria-label={opened.value?.name ?? t('new')}>
        <div class="field">
          <label for="range-name">{t('name')}</label>
          <input
            id="range-name"
            maxLength={60}
            autocomplete="off"
            placeholder={t('name_example')}
            value={name.value}
            onInput={event => (name.value = event.currentTarget.value)}
          />
        </div>
        <div class="field">
          <label for="range-text">{t('text')}</label>
          <span class={css('with-button')}>
            <input
              id="range-text"
              maxLength={4000}
              autocomplete="off"
              autocapitalize="off"
              spellcheck={false}
              placeholder={t('range_example')}
              value={text.value}
              onInput={event => {
                text.value = event.currentTarget.value;
                ask(text.value, true);
              }}
            />
            <button type="button" disabled={!text.value.trim()} onClick={() => void copied()}>
              <Icon name="copy" />
              {t('copy')}
            </button>
          </span>
        </div>
        <Presets
          use={range => {
            text.value = range;
            ask(range, true);
          }}
        />
        <Paint weights={weights} changed={() => ask(rangeText(weights.peek()), false)} />
        <p class={css('size number')} role="status">
          {size.value &&
            t('combos', {
              combos: size.value.combos,
              percent: `${size.value.percent.toFixed(1)}%`,
            })}
        </p>
        {refusal.value && <Refused refusal={refusal.value} />}
        <div class="row">
          <button type="button" class="main" onClick={() => void keep(false)}>
            {t('save')}
          </button>
          {opened.value && (
            <>
              <button type="button" onClick={() => void keep(true)}>
                {t('save_new')}
              </button>
              <button type="button" class="danger" onClick={() => void trying(remove())}>
                {t(isSure.value ? 'delete_sure' : 'delete')}
              </button>
            </>
          )}
          {text.value.trim() && (
            <Link
              to={`/tools/equity?hand=${encodeURIComponent(text.value)}&hand=random`}
              class="button"
            >
              {t('to_equity')}
            </Link>
          )}
        </div>
      </section>
      <section class={css('saved')} aria-label={t('saved')}>
        <div class={css('row between-ends')}>
          <h2>{t('saved')}</h2>
          <button type="button" class="small" onClick={() => open(null)}>
            <Icon name="plus" />
            {t('new')}
          </button>
        </div>
        {saved.value?.length === 0 && <p class="soft">{t('no_ranges')}</p>}
        <ul>
          {saved.value?.map(range => (
            <li key={range.id}>
              <button
                type="button"
                class="panel"
                aria-pressed={opened.value?.id === range.id}
                onClick={() => open(range)}
              >
                <RangeGrid values={range.grid} label="" />
                <span>
                  <strong>
                    <bdi>{range.name}</bdi>
                  </strong>
                  <span class="soft number">{range.percent.toFixed(1)}%</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
