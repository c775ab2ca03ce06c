import type { CreateBarsListener } from '../bars-listener.ts';
import { notifyDividends } from '../dividend-notices/notify-dividends.ts';
import { rescaleDrawings } from '../drawings/rescale-drawings.ts';
import { recalculateIndicators } from '../indicators/recalculate-indicators.ts';
import { evaluateRules } from '../signals/evaluate/evaluate-rules.ts';
import { simulateStrategies } from '../strategies/live/simulate-strategies.ts';
import { followLinks } from './links/follow-links.ts';

/** Everything that depends on bars, in the order in which rows are locked. */
export const barsListeners: readonly CreateBarsListener[] = [
  followLinks,
  recalculateIndicators,
  rescaleDrawings,
  evaluateRules,
  simulateStrategies,
  notifyDividends,
];
