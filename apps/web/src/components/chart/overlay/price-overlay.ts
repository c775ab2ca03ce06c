import type { IPanePrimitive, IPanePrimitivePaneView, Time } from 'lightweight-charts';
import type { BarColumns } from '../bar-columns.ts';
import type { ChartColors } from '../chart-colors.ts';

/** Places on the price pane, in its pixels from the upper left corner. */
export interface PricePlane {
  readonly bars: () => BarColumns;
  readonly colors: () => ChartColors;
  /** The place of a bar by its index, which may lie between two bars or beyond them; null before the first layout. */
  readonly xOf: (index: number) => number | null;
  readonly indexAt: (x: number) => number | null;
  /** Null without bars. */
  readonly yOf: (price: number) => number | null;
  readonly priceAt: (y: number) => number | null;
  readonly size: () => { readonly width: number; readonly height: number };
}

/** A painting on the price pane. */
export interface ChartOverlay {
  /** Paints again in the chart's next frame. */
  readonly update: () => void;
  readonly remove: () => void;
}

export type Paint = (context: CanvasRenderingContext2D, plane: PricePlane) => void;

/** Paints on the price pane, above the candles; a picture of the chart has it, too. */
export class PriceOverlay implements IPanePrimitive<Time> {
  readonly #views: readonly IPanePrimitivePaneView[];
  #requestUpdate = () => {};

  constructor(plane: PricePlane, paint: Paint) {
    this.#views = [
      {
        renderer: () => ({
          draw: (target) => target.useMediaCoordinateSpace(({ context }) => paint(context, plane)),
        }),
      },
    ];
  }

  attached({ requestUpdate }: { requestUpdate: () => void }): void {
    this.#requestUpdate = requestUpdate;
  }

  paneViews(): readonly IPanePrimitivePaneView[] {
    return this.#views;
  }

  /** Paints again in the chart's next frame. */
  update(): void {
    this.#requestUpdate();
  }
}
