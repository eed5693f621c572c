/** The acts that are worth a row: fold, check or call, the best raise, and the chosen act. */

interface Act {
  act: string;
  loss: number;
  is_chosen: boolean;
}

const isRaise = (act: string) => /^(RR|AA|AF|AH|TR|HR|PR)/.test(act);

export function mainOptions<T extends Act>(options: readonly T[]): T[] {
  const raises = options.filter(({ act }) => isRaise(act));
  const best = raises.reduce<T | null>(
    (found, each) => (found && found.loss <= each.loss ? found : each),
    null,
  );
  return options.filter(each => !isRaise(each.act) || each === best || each.is_chosen);
}
