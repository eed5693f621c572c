/** Download links for hands: for trackers, for other programs, and as text. */

import './downloads.css';
import { withQuery } from '../net/key';

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
    <p class="downloads">
      <span class="soft">{text}</span>
      {Object.entries(FORMATS).map(([format, name]) => (
        <a key={format} lang="en" href={withQuery(`/api/${path}/${format}`, tableKey)} download>
          {name}
        </a>
      ))}
    </p>
  );
}
