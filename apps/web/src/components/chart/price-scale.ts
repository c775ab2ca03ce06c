/** Apart from the drawing, so that the address can be read before the chart library is loaded. */
export const priceScales = ['linear', 'log', 'percent'] as const;
export type PriceScale = (typeof priceScales)[number];
