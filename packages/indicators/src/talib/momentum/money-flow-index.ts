import type { OhlcvColumns } from '../../series.ts';
import { typicalPrices } from '../arithmetic.ts';

/**
 * TA-Lib's MFI, after Gene Quong and Avrum Soudack: the money flow (typical price × volume) of the bars whose
 * typical price rose, in percent of the money flow of all bars whose typical price changed, over `period` bars.
 * If that total is below 1.0, TA-Lib returns 0; tulind divides 0 by 0.
 * @returns percentages, one per bar from bar `period` on
 */
export function moneyFlowIndex(bars: OhlcvColumns, period: number): number[] {
  const typical = typicalPrices(bars);
  const positiveFlows: number[] = [];
  const negativeFlows: number[] = [];
  const percentages: number[] = [];
  let positive = 0;
  let negative = 0;
  for (let bar = 1; bar < typical.length; bar++) {
    const price = typical[bar] ?? 0;
    const change = price - (typical[bar - 1] ?? 0);
    const flow = price * (bars.volume[bar] ?? 0);
    positiveFlows.push(change > 0 ? flow : 0);
    negativeFlows.push(change < 0 ? flow : 0);
    if (bar > period) {
      positive -= positiveFlows[bar - period - 1] ?? 0;
      negative -= negativeFlows[bar - period - 1] ?? 0;
    }
    positive += positiveFlows[bar - 1] ?? 0;
    negative += negativeFlows[bar - 1] ?? 0;
    const total = positive + negative;
    if (bar >= period) percentages.push(total < 1 ? 0 : 100 * (positive / total));
  }
  return percentages;
}
