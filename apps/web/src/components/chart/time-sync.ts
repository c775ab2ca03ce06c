import type { IChartApi, LogicalRange } from 'lightweight-charts';

/** Keeps charts over the same bars at the same stretch of time: who moves one moves all. */
export class TimeSync {
  readonly #charts = new Set<IChartApi>();
  #isSpreading = false;

  /** Ties a chart to the others, whose stretch it takes over. Returns what unties it. */
  join(chart: IChartApi): () => void {
    const scale = chart.timeScale();
    const spread = (range: LogicalRange | null) => {
      if (!range || this.#isSpreading) return;
      // Moving the others makes them report a move as well.
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

  /** The stretch that another chart shows now; null when there is none. */
  rangeOfOthers(chart: IChartApi): LogicalRange | null {
    for (const other of this.#charts) {
      const range = other === chart ? null : other.timeScale().getVisibleLogicalRange();
      if (range) return range;
    }
    return null;
  }
}
