import type { IChartApi, IRange } from 'lightweight-charts';
import { type BarColumns, indexOfDate, noBars, timeAt } from './bar-columns.ts';
import { barUnder } from './chart-options.ts';
import type { PriceSeriesApi } from './drawing/price-series.ts';
import { type PriceScale, scaleModes } from './scale/price-scale.ts';

/** How many bars are shown on each side of a focused bar. */
const barsAroundFocus = 60;
/** A zoom step of the keyboard. */
const zoomFactor = 1.25;
/** The share of the visible bars between the left edge and the first bar from which on older bars are loaded. */
const olderShare = 0.25;
/** The fewest bars that the keyboard zooms to. */
const minVisibleBars = 5;

/** Indexes of the first and the last visible bar. */
export interface VisibleBars {
  readonly from: number;
  readonly to: number;
}

export interface ViewportEvents {
  readonly onHover: (index: number | null) => void;
  /** Whether the view differs from all bars on automatic scales. */
  readonly onChange: (isChanged: boolean) => void;
  readonly onVisible: (visible: VisibleBars) => void;
  /** When the user has moved the view close to the first bar. */
  readonly onFirstBars: () => void;
  /** Before all bars are shown again at the user's request. */
  readonly onReset: () => void;
  /** Before the program changes the visible bars. */
  readonly onFit: () => void;
}

/** The bars in view and the place of the crosshair. */
export class Viewport {
  readonly #chart: IChartApi;
  readonly #price: () => PriceSeriesApi;
  readonly #events: ViewportEvents;
  #bars: BarColumns = noBars;
  /** The date of the bar under the crosshair until the pointer moves it. */
  #focus: string | null = null;
  #hovered: number | null = null;
  /** The index of the bar under the crosshair that a key has moved, until the pointer moves it. */
  #pinned: number | null = null;
  #crosshairFrame = 0;
  #isChanged = false;
  /** The request that the library meets in its next frame; null once it has. */
  #requested: IRange<number> | 'fit' | null = null;
  #requestFrame = 0;

  constructor(chart: IChartApi, price: () => PriceSeriesApi, events: ViewportEvents) {
    this.#chart = chart;
    this.#price = price;
    this.#events = events;
    chart.subscribeCrosshairMove((event) => {
      // The library repeats the last position when the bars move below it.
      if (event.point && event.sourceEvent) this.#release();
      this.#hover(barUnder(event, this.#bars.time.length));
    });
    chart.timeScale().subscribeVisibleLogicalRangeChange(() => {
      this.#drawCrosshair();
      this.#followFit();
      this.check();
      events.onVisible(this.visible());
    });
  }

  /** Puts the crosshair on its close again when the library has fitted the price axis, in its next frame. */
  #followFit(): void {
    cancelAnimationFrame(this.#crosshairFrame);
    this.#crosshairFrame = requestAnimationFrame(() => {
      this.#drawCrosshair();
      this.#checkFirstBars();
    });
  }

  /** Leaves the crosshair to the pointer. */
  #release(): void {
    this.#focus = null;
    this.#pinned = null;
  }

  #hover(index: number | null): void {
    this.#hovered = index;
    this.#events.onHover(index);
  }

  /** Shows all of these bars, or the focused one. */
  setBars(bars: BarColumns): void {
    this.#bars = bars;
    if (this.#pinned !== null) this.clearCrosshair();
    this.fit();
  }

  /** Keeps the visible bars and the crosshair where they are, after `count` older bars were put before the others. */
  addOlderBars(bars: BarColumns, count: number): void {
    this.#bars = bars;
    if (this.#pinned !== null) this.#pinned += count;
    if (this.#hovered !== null) this.#hover(this.#hovered + count);
    this.#followFit();
  }

  #checkFirstBars(): void {
    const range = this.#chart.timeScale().getVisibleLogicalRange();
    if (this.#requested === 'fit' || !range) return;
    const { from, to } = range;
    const isMoved = from < -1 || to < this.#bars.time.length - 2;
    if (isMoved && from < olderShare * (to - from)) this.#events.onFirstBars();
  }

  setScale(scale: PriceScale): void {
    this.#price().priceScale().applyOptions({ mode: scaleModes[scale] });
  }

  visible(): VisibleBars {
    return this.#barsIn(this.#chart.timeScale().getVisibleLogicalRange());
  }

  #barsIn(range: IRange<number> | null): VisibleBars {
    const last = this.#bars.time.length - 1;
    if (!range) return { from: 0, to: last };
    return { from: Math.max(0, Math.round(range.from)), to: Math.min(last, Math.round(range.to)) };
  }

  /** Reports whether the view differs. The library has no event for a drag of a price axis. */
  check(): void {
    if (this.#requested === 'fit') return;
    const { from, to } = this.visible();
    const areScalesAutomatic = this.#chart
      .panes()
      .every((pane) => pane.priceScale('right').options().autoScale);
    const isChanged = from > 0 || to < this.#bars.time.length - 1 || !areScalesAutomatic;
    if (isChanged === this.#isChanged) return;
    this.#isChanged = isChanged;
    this.#events.onChange(isChanged);
  }

  /** Shows all bars on automatic scales. */
  reset(): void {
    this.#events.onReset();
    this.#focus = null;
    for (const pane of this.#chart.panes()) pane.priceScale('right').applyOptions({ autoScale: true });
    this.fit();
    this.check();
  }

  /** Puts the crosshair on the bar of this date and shows the bars around it; all bars if null or not among them. */
  setFocus(date: string | null): void {
    this.#focus = date;
    this.fit();
  }

  #focusedIndex(): number {
    return this.#focus === null ? -1 : indexOfDate(this.#bars, this.#focus);
  }

  /** Shows the focused bar, or else all bars. */
  fit(): void {
    const count = this.#bars.time.length;
    if (count === 0) return;
    this.#events.onFit();
    this.#request('fit');
    const index = this.#focusedIndex();
    if (index < 0) {
      this.#chart.timeScale().fitContent();
      return;
    }
    const from = Math.max(0, index - barsAroundFocus);
    const to = Math.min(count - 1, index + barsAroundFocus);
    this.#chart.timeScale().setVisibleLogicalRange({ from, to });
  }

  /** Adds or removes points beyond the bars, which show, too, if all bars are shown. */
  withAddition<Result>(change: () => Result): Result {
    // Before the change, for which the library moves the bars.
    const isFitted = this.#requested === null ? !this.#isChanged : this.#requested === 'fit';
    const result = change();
    if (isFitted) this.fit();
    return result;
  }

  /** Notes a request until the library has met it: in its next frame, without an event if the visible indexes stay. */
  #request(requested: IRange<number> | 'fit'): void {
    this.#requested = requested;
    cancelAnimationFrame(this.#requestFrame);
    this.#requestFrame = requestAnimationFrame(() => {
      // The library may request its frame after this one.
      this.#requestFrame = requestAnimationFrame(() => {
        this.#requested = null;
        this.check();
        this.#checkFirstBars();
      });
    });
  }

  #show(range: IRange<number>): void {
    this.#request(range);
    this.#chart.timeScale().setVisibleLogicalRange(range);
  }

  /** The range from which the next key goes on, which may come before the library has shown that of the last one. */
  #latestRange(): IRange<number> | null {
    const requested = this.#requested === 'fit' ? null : this.#requested;
    return requested ?? this.#chart.timeScale().getVisibleLogicalRange();
  }

  remove(): void {
    cancelAnimationFrame(this.#requestFrame);
    cancelAnimationFrame(this.#crosshairFrame);
  }

  #putCrosshair(index: number): void {
    const close = this.#bars.close[index];
    const time = timeAt(this.#bars, index);
    // Before the first layout there is no coordinate, and the library throws.
    if (close === undefined || time === undefined || this.#price().priceToCoordinate(close) === null) return;
    this.#chart.setCrosshairPosition(close, time, this.#price());
    this.#hover(index);
  }

  /** The library moves the crosshair in pixels, so that a new range needs it to be set again. */
  #drawCrosshair(): void {
    const focused = this.#focusedIndex();
    const index = focused >= 0 ? focused : this.#pinned;
    if (index !== null) this.#putCrosshair(index);
  }

  /** Moves the crosshair to a bar, which is scrolled into view. @returns the index of the bar */
  moveCrosshair(target: 'first' | 'last' | number): number {
    const last = this.#bars.time.length - 1;
    const { from, to } = this.#barsIn(this.#latestRange());
    const start =
      this.#hovered ?? (typeof target === 'number' && target > 0 ? from - target : to - Number(target));
    const wanted = target === 'first' ? 0 : target === 'last' ? last : start + Number(target);
    const index = Math.max(0, Math.min(last, wanted));
    this.#focus = null;
    this.#pinned = index;
    const shift = index < from ? index - from : index > to ? index - to : 0;
    if (shift !== 0) this.#show({ from: from + shift, to: to + shift });
    this.#putCrosshair(index);
    return index;
  }

  clearCrosshair(): void {
    this.#pinned = null;
    this.#chart.clearCrosshairPosition();
    this.#hover(null);
  }

  /** Zooms around the crosshair, or else around the newest visible bar. */
  zoom(direction: 'in' | 'out'): void {
    const range = this.#latestRange();
    if (!range) return;
    const factor = direction === 'in' ? 1 / zoomFactor : zoomFactor;
    const width = Math.max(minVisibleBars, (range.to - range.from) * factor);
    const center = this.#hovered ?? range.to;
    const share = (center - range.from) / (range.to - range.from);
    const last = this.#bars.time.length - 1;
    const from = Math.max(0, center - share * width);
    this.#show({ from, to: Math.min(last, from + width) });
  }
}
