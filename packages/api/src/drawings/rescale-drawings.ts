import { type Drawing, drawingSetRepository } from '@stockbook/db';
import type { CreateBarsListener } from '../bars-listener.ts';
import { type Split, splitOf } from '../splits/find-split.ts';

/** Adapts the prices of all drawings on the chart of a stock to a split. */
export const rescaleDrawings: CreateBarsListener = (newBars) => {
  let split: Split | null = null;
  return {
    async prepare() {
      split = await splitOf(newBars);
    },
    async write(tx, { stock }) {
      const { previousDate } = newBars;
      if (split && previousDate !== null) {
        const found = split;
        await drawingSetRepository.changeOfStock(tx, stock.id, (drawing) =>
          rescaled(drawing, found, previousDate),
        );
      }
      return { signalCount: 0, isComplete: true };
    },
  };
};

/**
 * A drawing on the prices after a split.
 * @param previousDate the last bar before the split was known. A point on a bar from the split's date up to it was
 *   drawn on a price that is already restated
 */
function rescaled(drawing: Drawing, { ratio, exDate }: Split, previousDate: string): Drawing {
  return {
    ...drawing,
    points: drawing.points.map(({ date, price }) => ({
      date,
      price: date >= exDate && date <= previousDate ? price : price / ratio,
    })),
  };
}
