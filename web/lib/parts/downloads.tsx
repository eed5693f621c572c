/** Download links for hands: for trackers, for other programs, and as text. */

import { withQuery } from '../net/key';
import { styles } from '../css';
import downloadsSheet from './downloads.module.css';

const css = styles(downloadsSheet);

const FORMATS = { pokerstars: 'PokerStars', phh: 'PHH', ohh: 'OHH' };

interface Props {
  text: string;
  /** Path of the hands below /api/. */
  path: string;
  /** Key of a private table or tournament. */
  tableKey: string;
}

export function Downloads({ text, path, tableKey }: Props) {
  return (
    <p class={css('downloads')}>
      <span class="soft">{text}</span>
      {Object.entries(FORMATS).map(([format, name]) => (
        <a key={format} lang="en" href={withQuery(`/api/${path}/${format}`, tableKey)} download>
          {name}
        </a>
      ))}
    </p>
  );
}
