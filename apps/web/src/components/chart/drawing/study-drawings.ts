import type { IChartApi, IPaneApi, Time } from 'lightweight-charts';
import type { BarColumns } from '../bar-columns.ts';
import type { ChartColors } from '../chart-colors.ts';
import type { Study } from '../study.ts';
import { StudyDrawing } from './study-drawing.ts';

/** The cell of the plot; null before the chart's first frame with this pane. */
export function plotOf(pane: IPaneApi<Time>): HTMLElement | null {
  return pane.getHTMLElement()?.querySelector<HTMLElement>('td:nth-child(2)') ?? null;
}

/** The studies of a chart, in their order. */
export class StudyDrawings {
  readonly #chart: IChartApi;
  #studies: StudyDrawing[] = [];

  constructor(chart: IChartApi) {
    this.#chart = chart;
  }

  /** Removes all points, until `set` with other bars. */
  clear(): void {
    for (const drawing of this.#studies) drawing.clear();
  }

  /** Draws these studies, whose values belong to `bars`. A study that was drawn keeps its series. */
  set(
    studies: readonly Study[],
    hiddenIds: ReadonlySet<string>,
    { bars, colors }: { bars: BarColumns; colors: ChartColors },
  ): void {
    const kept = new Map(this.#studies.map((drawing) => [drawing.id, drawing]));
    this.#studies = studies.map((study) => {
      const before = kept.get(study.id);
      if (before?.fits(study)) {
        kept.delete(study.id);
        before.update(study, bars);
        return before;
      }
      return new StudyDrawing(this.#chart, study, bars, colors);
    });
    for (const drawing of kept.values()) drawing.remove();
    this.#orderPanes();
    for (const drawing of this.#studies) drawing.setVisible(!hiddenIds.has(drawing.id));
  }

  /** Puts the panes in the order of the studies: the library adds new ones at the bottom. */
  #orderPanes(): void {
    const panes = this.#studies.flatMap(({ pane }) => pane ?? []);
    const first = this.#chart.panes().length - panes.length;
    for (const [index, pane] of panes.entries()) {
      if (pane.paneIndex() !== first + index) this.#chart.swapPanes(pane.paneIndex(), first + index);
    }
  }

  /** The plots of the studies with a pane of their own, by the study's id. */
  plots(): ReadonlyMap<string, HTMLElement> {
    const plots = new Map<string, HTMLElement>();
    for (const { id, pane } of this.#studies) {
      const plot = pane && plotOf(pane);
      if (plot) plots.set(id, plot);
    }
    return plots;
  }

  setColors(colors: ChartColors): void {
    for (const drawing of this.#studies) drawing.setColors(colors);
  }
}
