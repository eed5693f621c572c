/** The results of all players at a table, while it is open and after it has closed. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Opened, SheetLine } from '../../lib/api';
import { Dialog } from '../../lib/parts/dialog';
import { number, shownName } from '../../lib/i18n';
import { me } from '../../lib/net/me';
import { get, post } from '../../lib/net/rest';
import { go } from '../../lib/frame/router';
import { socket } from '../../lib/net/socket';
import { trying } from '../../lib/parts/toast';
import { t } from '../panel/text';
import type { Ctrl } from '../ctrl';
import { Profit } from './profit';
import { styles } from '../../lib/css';
import masaSheet from '../masa.module.css';

const css = styles(masaSheet);

export function Sheet({ ctrl }: { ctrl: Ctrl }) {
  const lines = useSignal<SheetLine[]>([]);
  const query = ctrl.key ? `?key=${encodeURIComponent(ctrl.key)}` : '';
  useEffect(() => {
    void trying(
      get<SheetLine[]>(`tables/${ctrl.id}/sheet${query}`).then(found => (lines.value = found)),
    );
  }, []);
  return (
    <Dialog title={t('sheet')} close={() => (ctrl.panel.value = null)}>
      <Lines lines={lines.value} />
      <p>
        <a href={`/api/tables/${ctrl.id}/sheet.csv${query}`} download>
          {t('sheet_csv')}
        </a>
      </p>
    </Dialog>
  );
}

/** Results of a closed host table, for users who played there. Nothing for others. */
export function Results({ ctrl }: { ctrl: Ctrl }) {
  const { id } = ctrl;
  const lines = useSignal<SheetLine[]>([]);
  const next = useSignal<Opened | null>(null);
  const isHost =
    ctrl.isHost.value || lines.value.some(({ host, name }) => host && name === me.value?.name);
  useEffect(() => {
    get<SheetLine[]>(`tables/${id}/sheet`).then(
      found => (lines.value = found),
      () => undefined,
    );
    const look = () =>
      get<Opened | null>(`tables/${id}/rematch`).then(
        found => (next.value = found),
        () => undefined,
      );
    void look();
    return socket.listen(message => {
      if (message.type === 'rematch' && message.masa === id) void look();
    });
  }, []);
  const join = ({ id: masa, key }: Opened) => go(`/masa/${masa}${key ? `#${key}` : ''}`);
  const again = async () => {
    const opened = await trying(post<Opened>(`tables/${id}/rematch`));
    if (opened) join(opened);
  };
  if (!lines.value.length) return null;
  return (
    <section class={css('results')} aria-labelledby="results">
      <h2 id="results">{t('results')}</h2>
      <Lines lines={lines.value} isOver />
      <div class="row">
        {next.value ? (
          <button type="button" class="main" onClick={() => join(next.value!)}>
            {t('join_rematch')}
          </button>
        ) : (
          isHost && (
            <button type="button" class="main" onClick={() => void again()}>
              {t('rematch')}
            </button>
          )
        )}
        <a class="button" href={`/api/tables/${id}/sheet.csv`} download>
          {t('sheet_csv')}
        </a>
      </div>
    </section>
  );
}

/** After the table has closed nobody has chips there, so that column is left out. */
function Lines({ lines, isOver = false }: { lines: SheetLine[]; isOver?: boolean }) {
  return (
    <div class={css('scroll')} role="region" tabIndex={0} aria-label={t('sheet')}>
      <table class={css('number sheet')}>
        <thead>
          <tr>
            <th scope="col">{t('sheet.name')}</th>
            <th scope="col">{t('sheet.net')}</th>
            <th scope="col">{t('sheet.buy_ins')}</th>
            <th scope="col">{t('sheet.cash_outs')}</th>
            {!isOver && <th scope="col">{t('sheet.stack')}</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <tr key={line.name}>
              <th scope="row">
                <bdi>{shownName(line.name)}</bdi>
              </th>
              <td>
                <Profit net={line.net} />
              </td>
              <td>{number(line.buy_ins)}</td>
              <td>{number(line.cash_outs)}</td>
              {!isOver && <td>{number(line.stack)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
