import type { IChartApi } from 'lightweight-charts';

/** What a key moves, relative to the height of the two panes. */
const step = 0.05;
/** The least height of a pane, relative to the height of the two panes. */
const minShare = 0.1;

/** Lets the keyboard move the separators of a chart's panes, as the library lets the pointer. */
export class PaneKeys {
  readonly #chart: IChartApi;

  constructor(chart: IChartApi) {
    this.#chart = chart;
    const element = chart.chartElement();
    element.addEventListener('keydown', (event) => this.#move(event));
    element.addEventListener('pointerup', () => this.update());
  }

  #separators(): HTMLElement[] {
    return [...this.#chart.chartElement().querySelectorAll<HTMLElement>('td[colspan="3"] > div:last-child')];
  }

  /** Of the two panes beside a separator, the part of the upper one. */
  #shareAt(index: number): number | null {
    const [upper, lower] = this.#chart.panes().slice(index, index + 2);
    if (!upper || !lower) return null;
    return upper.getStretchFactor() / (upper.getStretchFactor() + lower.getStretchFactor());
  }

  /** Describes the separators to screen readers, after panes were added, removed or resized. */
  update(): void {
    for (const [index, separator] of this.#separators().entries()) {
      const share = this.#shareAt(index);
      if (share === null) continue;
      separator.tabIndex = 0;
      separator.role = 'separator';
      separator.ariaOrientation = 'horizontal';
      separator.ariaLabel = `Height of pane ${index + 1}: the arrow keys resize it`;
      separator.ariaValueNow = String(Math.round(100 * share));
    }
  }

  #move(event: KeyboardEvent): void {
    const direction = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    const { target } = event;
    const index = target instanceof HTMLElement ? this.#separators().indexOf(target) : -1;
    const share = this.#shareAt(index);
    const [upper, lower] = this.#chart.panes().slice(index, index + 2);
    if (direction === 0 || index < 0 || share === null || !upper || !lower) return;
    event.preventDefault();
    const total = upper.getStretchFactor() + lower.getStretchFactor();
    const moved = Math.max(minShare, Math.min(1 - minShare, share + direction * step));
    upper.setStretchFactor(total * moved);
    lower.setStretchFactor(total * (1 - moved));
    this.update();
  }
}
