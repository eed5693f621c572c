/** The study tools: equity, ranges, odds. */

import { Empty, Waiting } from '../lib/parts/empty';
import { ensureAccount, me } from '../lib/net/me';
import type { Place } from '../lib/frame/router';
import { Shell } from '../lib/frame/shell';
import { StudyTabs } from '../lib/frame/studytabs';
import { useTitle } from '../lib/frame/title';
import { trying } from '../lib/parts/toast';
import { Equity } from './equity';
import { Odds } from './odds';
import { Ranges } from './ranges';
import { t } from './text';
import { styles } from '../lib/css';
import toolsSheet from './tools.module.css';

const css = styles(toolsSheet);

const TOOLS = { equity: Equity, ranges: Ranges, odds: Odds };

export default function ToolsPage({ place }: { place: Place }) {
  const tool = place.params.tool as keyof typeof TOOLS;
  const Tool = TOOLS[tool];
  useTitle(`${t(tool)} · pokermasa`);
  return (
    <Shell>
      <div class={css('page tools')}>
        <StudyTabs />
        <h1>{t(tool)}</h1>
        {me.value === undefined ? (
          <Waiting text={t('loading')} failure="" />
        ) : me.value === null ? (
          <Empty
            icon="user"
            text={t('nobody')}
            action={t('as_guest')}
            act={() => void trying(ensureAccount())}
          />
        ) : (
          <Tool key={me.value.name} />
        )}
      </div>
    </Shell>
  );
}
