import type { OhlcvColumns } from '../../series.ts';
import { typicalPrices } from '../arithmetic.ts';

/**
 * TA-Lib's MFI, after Gene Quong and Avrum Soudack: the money flow (typical price × volume) of the bars whose
 * typical price rose, in percent of the money flow of all bars whose typical price changed, over `period` bars.
 * If that total is below 1.0, TA-Lib returns 0; tulind divides 0 by 0.
 * @returns percentages, one per bar from bar `period` on
 */
export function moneyFlowIndex(bars: OhlcvColumns, period: number): Float64Array {
  const typical = typicalPrices(bars);
  const positiveFlows = new Float64Array(typical.length);
  const negativeFlows = new Float64Array(typical.length);
  const percentages = new Float64Array(typical.length - period);
  let positive = 0;
  let negative = 0;
  for (let bar = 1; bar < typical.length; bar++) {
    const price = typical[bar] ?? 0;
    const change = price - (typical[bar - 1] ?? 0);
    const flow = price * (bars.volume[bar] ?? 0);
    const positiveFlow = change > 0 ? flow : 0;
    const negativeFlow = change < 0 ? flow : 0;
    positiveFlows[bar] = positiveFlow;
    negativeFlows[bar] = negativeFlow;
    if (bar > period) {
      positive -= positiveFlows[bar - period] ?? 0;
      negative -= negativeFlows[bar - period] ?? 0;
    }
    positive += positiveFlow;
    negative += negativeFlow;
    const total = positive + negative;
    if (bar >= period) percentages[bar - period] = total < 1 ? 0 : 100 * (positive / total);
  }
  return percentages;
}
