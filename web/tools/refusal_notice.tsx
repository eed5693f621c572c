/** The message for a refused request. */

import type { Refusal } from '../lib/net/rest';
import { t } from './text';

export function Refused({ refusal }: { refusal: Refusal }) {
  if (refusal.code === 'IN_HAND')
    return (
      <p class="bad" role="alert">
        {t('in_hand')}
      </p>
    );
  // The server's English message says where a range cannot be read and what was expected.
  const isEnglish = refusal.code === 'BAD_QUESTION' || refusal.code === 'UNREADABLE';
  return (
    <p class="bad" role="alert">
      {isEnglish ? (
        <>
          {t('wrong')} <span lang="en">{refusal.message}</span>
        </>
      ) : (
        refusal.text
      )}
    </p>
  );
}
