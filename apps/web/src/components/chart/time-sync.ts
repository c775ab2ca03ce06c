import type { IChartApi, LogicalRange } from 'lightweight-charts';
import { type BarColumns, olderBarCount } from './bar-columns.ts';

const inputEvents = ['pointerdown', 'wheel', 'keydown'] as const;

/**
 * Keeps the visible ranges of charts with the same bars equal: all follow one of them. Without that, each would
 * answer the others with the range that it had before, because the library changes a range in its next frame.
 */
export class TimeSync {
  readonly #charts = new Set<IChartApi>();
  #leader: IChartApi | null = null;
  #isLeftEdgeFixed = true;
  #keepsView = false;
  /** The functions that add a part to each chart, with those that remove it again. */
  readonly #parts = new Map<(chart: IChartApi) => () => void, Map<IChartApi, () => void>>();

  /** Adds a chart, which leads whenever the user acts on its container. Returns the function that removes it. */
  join(chart: IChartApi, container: HTMLElement): () => void {
    const scale = chart.timeScale();
    const lead = () => this.lead(chart);
    const spread = (range: LogicalRange | null) => {
      if (!range || chart !== this.#leader) return;
      for (const other of this.#charts) {
        if (other !== chart) other.timeScale().setVisibleLogicalRange(range);
      }
    };
    this.#charts.add(chart);
    if (!this.#isLeftEdgeFixed) scale.applyOptions({ fixLeftEdge: false });
    for (const [add, removals] of this.#parts) removals.set(chart, add(chart));
    scale.subscribeVisibleLogicalRangeChange(spread);
    for (const type of inputEvents) container.addEventListener(type, lead, { capture: true, passive: true });
    return () => {
      this.#charts.delete(chart);
      for (const removals of this.#parts.values()) removals.delete(chart);
      if (this.#leader === chart) this.#leader = null;
      scale.unsubscribeVisibleLogicalRangeChange(spread);
      for (const type of inputEvents) container.removeEventListener(type, lead, { capture: true });
    };
  }

  /** Adds a part to all charts, also to those that join later. Returns the function that removes it. */
  addToAll(add: (chart: IChartApi) => () => void): () => void {
    const removals = new Map([...this.#charts].map((chart) => [chart, add(chart)]));
    this.#parts.set(add, removals);
    return () => {
      this.#parts.delete(add);
      for (const remove of removals.values()) remove();
    };
  }

  /** Lets the others follow a chart, whose range the program is about to change. */
  lead(chart: IChartApi): void {
    this.#leader = chart;
  }

  /** Sets whether the charts end at their first bar. Without that, they can be moved to where older bars will be. */
  setLeftEdge(isFixed: boolean): void {
    // With any options, the library draws all bars again.
    if (isFixed === this.#isLeftEdgeFixed) return;
    this.#isLeftEdgeFixed = isFixed;
    for (const chart of this.#charts) chart.timeScale().applyOptions({ fixLeftEdge: isFixed });
  }

  /** Sets whether the charts keep the bars in view when older ones are put before them; otherwise they show all. */
  setKeepsView(keepsView: boolean): void {
    this.#keepsView = keepsView;
  }

  /** The number of older bars that `after` has, if the charts keep the bars in view; otherwise 0. */
  olderCount(before: BarColumns, after: BarColumns): number {
    return this.#keepsView ? olderBarCount(before, after) : 0;
  }

  /** The visible range of any other chart; null if there is none. */
  rangeOfOthers(chart: IChartApi): LogicalRange | null {
    for (const other of this.#charts) {
      const range = other === chart ? null : other.timeScale().getVisibleLogicalRange();
      if (range) return range;
    }
    return null;
  }
}
