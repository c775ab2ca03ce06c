import { type IPriceLine, LineStyle } from 'lightweight-charts';
import type { ChartColors } from '../chart-colors.ts';
import type { PriceSeriesApi } from '../drawing/price-series.ts';
import type { PriceLevel } from './price-level.ts';

/** Dashed lines at prices. */
export class LevelDrawing {
  #series: PriceSeriesApi;
  #levels: readonly PriceLevel[] = [];
  #lines: IPriceLine[] = [];
  #colors: ChartColors;

  constructor(series: PriceSeriesApi, colors: ChartColors) {
    this.#series = series;
    this.#colors = colors;
  }

  set(levels: readonly PriceLevel[]): void {
    this.#levels = levels;
    this.#draw();
  }

  setColors(colors: ChartColors): void {
    this.#colors = colors;
    this.#draw();
  }

  /** Moves the lines to another price series. */
  setSeries(series: PriceSeriesApi): void {
    this.#lines = [];
    this.#series = series;
    this.#draw();
  }

  /** The level within `tolerance` pixels of a height of the pane; the level being placed comes first. */
  at(y: number, tolerance: number): PriceLevel | undefined {
    const isNear = ({ price }: PriceLevel) => {
      const lineY = this.#series.priceToCoordinate(price);
      return lineY !== null && Math.abs(lineY - y) <= tolerance;
    };
    const near = this.#levels.filter(isNear);
    return near.find(({ isDraft }) => isDraft) ?? near[0];
  }

  #draw(): void {
    for (const line of this.#lines) this.#series.removePriceLine(line);
    const { line: accent, muted } = this.#colors;
    this.#lines = this.#levels.map(({ price, isDraft }) =>
      this.#series.createPriceLine({
        price,
        color: isDraft ? accent : muted,
        lineWidth: isDraft ? 2 : 1,
        // The last price has short dashes.
        lineStyle: LineStyle.LargeDashed,
        axisLabelVisible: true,
        title: '',
      }),
    );
  }
}
