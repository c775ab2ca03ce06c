import { type AutoscaleInfoProvider, PriceScaleMode } from 'lightweight-charts';

/** The library's margins. Markers in a row need the one at the bottom, which may reach below 0. */
export const marginsWithRow = { top: 0.2, bottom: 0.1 } as const;

/** Margins that leave the bottom to `fitPrices`. */
export const priceMargins = { top: 0.2, bottom: 0 } as const;

/** The margin below the values, relative to their height. */
const marginBelow = marginsWithRow.bottom / (1 - marginsWithRow.top - marginsWithRow.bottom);

/** The lowest price on the axis: below the lowest value, but not below 0 unless a value is. */
export function lowestShown(min: number, max: number, isLog: boolean): number {
  if (isLog && min > 0) return min * (min / max) ** marginBelow;
  return Math.max(Math.min(0, min), min - marginBelow * (max - min));
}

/** The part of a chart that has the options of its scales. */
interface Scales {
  priceScale(
    id: string,
    paneIndex: number,
  ): { options(): { mode: PriceScaleMode; scaleMargins: { bottom: number } } };
}

/** Fits the first pane's axis to prices: with `priceMargins`, it ends at 0. */
export function fitPrices(chart: Scales): AutoscaleInfoProvider {
  return (original) => {
    const info = original();
    const { mode, scaleMargins } = chart.priceScale('right', 0).options();
    if (!info?.priceRange || scaleMargins.bottom > 0) return info;
    const { minValue, maxValue } = info.priceRange;
    const isLog = mode === PriceScaleMode.Logarithmic;
    return { ...info, priceRange: { minValue: lowestShown(minValue, maxValue, isLog), maxValue } };
  };
}
