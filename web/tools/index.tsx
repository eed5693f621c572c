/** Tools of study: equities, ranges, odds. */

import { Empty, Waiting } from '../lib/empty';
import { beSomebody, me } from '../lib/me';
import type { Place } from '../lib/router';
import { Shell } from '../lib/shell';
import { StudyTabs } from '../lib/studytabs';
import { useTitle } from '../lib/title';
import { trying } from '../lib/toast';
import '../lib/form.css';
import '../lib/list.css';
import { Equity } from './equity';
import { Odds } from './odds';
import { Ranges } from './ranges';
import { t } from './text';
import './tools.css';

const TOOLS = { equity: Equity, ranges: Ranges, odds: Odds };

export default function ToolsPage({ place }: { place: Place }) {
  const tool = place.params.tool as keyof typeof TOOLS;
  const Tool = TOOLS[tool];
  useTitle(`${t(tool)} · pokermasa`);
  return (
    <Shell>
      <div class="page tools">
        <StudyTabs />
        <h1>{t(tool)}</h1>
        {me.value === undefined ? (
          <Waiting text={t('loading')} failure="" />
        ) : me.value === null ? (
          <Empty
            icon="user"
            text={t('nobody')}
            action={t('as_guest')}
            act={() => void trying(beSomebody())}
          />
        ) : (
          <Tool key={me.value.name} />
        )}
      </div>
    </Shell>
  );
}
