import {
  type CreatePriceLineOptions,
  type IPriceLine,
  type ISeriesPrimitive,
  LineStyle,
  type Time,
} from 'lightweight-charts';
import type { ChartColors } from '../chart-colors.ts';
import type { PriceSeriesApi } from '../drawing/price-series.ts';
import type { PriceLevel } from './price-level.ts';

/** The height of a label on the price axis, in pixels. */
const labelHeight = 17;

/**
 * Which of the labels at these heights have room: within the axis, and not over `taken` or a label before them in the
 * list. The library would move the others away from their lines, and pile up those of lines out of view.
 * @param heights null for a line that is not drawn
 */
export function labelsWithRoom(
  heights: readonly (number | null)[],
  axisHeight: number,
  taken: readonly number[],
): boolean[] {
  const placed = [...taken];
  return heights.map((y) => {
    const hasRoom =
      y !== null && y >= 0 && y <= axisHeight && placed.every((other) => Math.abs(other - y) >= labelHeight);
    if (hasRoom) placed.push(y);
    return hasRoom;
  });
}

/** The line of a level. A clock marks the label of one that is checked during the session. */
export function lineOf(
  { price, isDraft, isDuringSession }: PriceLevel,
  { line: accent, muted }: ChartColors,
): CreatePriceLineOptions {
  return {
    price,
    color: isDraft ? accent : muted,
    lineWidth: isDraft ? 2 : 1,
    // The last price has short dashes.
    lineStyle: LineStyle.LargeDashed,
    axisLabelVisible: isDraft,
    title: isDuringSession ? '◷' : '',
  };
}

/** Dashed lines at prices. */
export class LevelDrawing {
  #series: PriceSeriesApi;
  #levels: readonly PriceLevel[] = [];
  #lines: { readonly level: PriceLevel; readonly line: IPriceLine; hasLabel: boolean }[] = [];
  #colors: ChartColors;
  /** Called by the library whenever prices have other places. */
  readonly #labels: ISeriesPrimitive<Time> = { updateAllViews: () => this.#chooseLabels() };

  constructor(series: PriceSeriesApi, colors: ChartColors) {
    this.#series = series;
    this.#colors = colors;
    series.attachPrimitive(this.#labels);
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
    series.attachPrimitive(this.#labels);
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
    for (const { line } of this.#lines) this.#series.removePriceLine(line);
    this.#lines = this.#levels
      // The label of the level being placed comes first.
      .toSorted((a, b) => Number(b.isDraft) - Number(a.isDraft))
      .map((level) => {
        const line = this.#series.createPriceLine(lineOf(level, this.#colors));
        return { level, line, hasLabel: level.isDraft };
      });
    this.#chooseLabels();
  }

  #heightOfLastPrice(): number[] {
    const last = this.#series.lastValueData(true);
    const y = last.noData ? null : this.#series.priceToCoordinate(last.price);
    return y === null ? [] : [y];
  }

  #chooseLabels(): void {
    if (this.#lines.length === 0) return;
    const heights = this.#lines.map(({ level }) => this.#series.priceToCoordinate(level.price));
    const paneHeight = this.#series.getPane().getHeight();
    const shown = labelsWithRoom(heights, paneHeight, this.#heightOfLastPrice());
    for (const [index, each] of this.#lines.entries()) {
      const hasLabel = each.level.isDraft || shown[index] === true;
      // With any options, the library draws all bars again.
      if (hasLabel === each.hasLabel) continue;
      each.hasLabel = hasLabel;
      each.line.applyOptions({ axisLabelVisible: hasLabel });
    }
  }
}
