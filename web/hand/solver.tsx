/** What a solver says of a decision: asked for, since it takes a while. */

import type { DecisionData, StepData } from '../lib/api';
import type { HandCtrl } from './ctrl';

interface Props {
  ctrl: HandCtrl;
  study: StepData;
  decision: DecisionData;
}

export function Solver(_: Props) {
  return null;
}
