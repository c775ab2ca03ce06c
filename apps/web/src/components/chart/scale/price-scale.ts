import { type AutoscaleInfoProvider, PriceScaleMode } from 'lightweight-charts';

export const scaleModes = {
  linear: PriceScaleMode.Normal,
  log: PriceScaleMode.Logarithmic,
  percent: PriceScaleMode.Percentage,
} as const;
export type PriceScale = keyof typeof scaleModes;

/** Distance of a lane of markers from the bottom of its pane, in pixels. */
export const laneHeight = 28;

/** Margins above and below the prices with a lane of markers, to whose height `fitPrices` adds them. */
export const marginsWithLane = { top: 0.2, bottom: 0.02 } as const;

/** Margins that leave the bottom to `fitPrices`. */
export const priceMargins = { top: 0.2, bottom: 0 } as const;

/** The library's margin below the values, relative to their height. */
const marginBelow = 0.1 / (1 - 0.2 - 0.1);

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

/** Fits the first pane's axis to prices: with `priceMargins`, it ends at 0, with `marginsWithLane` above the lane. */
export function fitPrices(chart: Scales): AutoscaleInfoProvider {
  return (original) => {
    const info = original();
    const { mode, scaleMargins } = chart.priceScale('right', 0).options();
    if (!info?.priceRange) return info;
    if (scaleMargins.bottom > 0) {
      const { above = 0, below = 0 } = info.margins ?? {};
      return { ...info, margins: { above, below: Math.max(below, laneHeight) } };
    }
    const { minValue, maxValue } = info.priceRange;
    const isLog = mode === PriceScaleMode.Logarithmic;
    return { ...info, priceRange: { minValue: lowestShown(minValue, maxValue, isLog), maxValue } };
  };
}
