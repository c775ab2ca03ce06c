import type { IChartApi, LogicalRange } from 'lightweight-charts';

/** Keeps the visible ranges of charts with the same bars equal. */
export class TimeSync {
  readonly #charts = new Set<IChartApi>();
  #isSpreading = false;

  /** Adds a chart, which takes over the visible range of the others. Returns the function that removes it. */
  join(chart: IChartApi): () => void {
    const scale = chart.timeScale();
    const spread = (range: LogicalRange | null) => {
      if (!range || this.#isSpreading) return;
      // Setting the range of the others triggers their own change events.
      this.#isSpreading = true;
      for (const other of this.#charts) {
        if (other !== chart) other.timeScale().setVisibleLogicalRange(range);
      }
      this.#isSpreading = false;
    };
    this.#charts.add(chart);
    scale.subscribeVisibleLogicalRangeChange(spread);
    return () => {
      this.#charts.delete(chart);
      scale.unsubscribeVisibleLogicalRangeChange(spread);
    };
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
