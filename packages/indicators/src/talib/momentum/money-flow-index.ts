import type { OhlcvColumns } from '../../series.ts';

/**
 * TA-Lib's MFI: of the money (typical price × volume) that changed hands over `period` bars, the share, in
 * percent, of the bars whose typical price rose; a bar without change counts on neither side, and under 1.0 of
 * money in all TA-Lib answers 0, where tulind divides 0 by 0. First row period.
 */
export function moneyFlowIndex({ high, low, close, volume }: OhlcvColumns, period: number): number[] {
  const typical = close.map((price, bar) => ((high[bar] ?? 0) + (low[bar] ?? 0) + price) / 3);
  const rising: number[] = [];
  const falling: number[] = [];
  const shares: number[] = [];
  let up = 0;
  let down = 0;
  for (let bar = 1; bar < typical.length; bar++) {
    const price = typical[bar] ?? 0;
    const change = price - (typical[bar - 1] ?? 0);
    const money = price * (volume[bar] ?? 0);
    rising.push(change > 0 ? money : 0);
    falling.push(change < 0 ? money : 0);
    if (bar > period) {
      up -= rising[bar - period - 1] ?? 0;
      down -= falling[bar - period - 1] ?? 0;
    }
    up += rising[bar - 1] ?? 0;
    down += falling[bar - 1] ?? 0;
    if (bar >= period) shares.push(up + down < 1 ? 0 : 100 * (up / (up + down)));
  }
  return shares;
}
