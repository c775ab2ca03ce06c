import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { timeAt } from '#components/chart/bar-columns.ts';
import { useChartColors } from '#components/chart/chart-colors.ts';
import { useQuote } from '#lib/quotes/use-quotes.ts';
import { usePriceSection } from '../../chart/price-section-context.ts';
import { type FormingBar, formingBar } from './forming-bar.ts';
import type { FormingDrawing, FormingLook } from './forming-drawing.ts';

type Drawing = typeof import('./forming-drawing.ts');

/** The code that draws, which needs that of the chart. */
function useDrawing(): Drawing | null {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  useEffect(() => {
    let isCurrent = true;
    // Without it, the figures of the bar are still in the legend.
    import('./forming-drawing.ts').then(
      (loaded) => isCurrent && setDrawing(loaded),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  return drawing;
}

/** The bar in progress of a daily chart, by the quote; null if the chart has none. */
function useFormingBar(): FormingBar | null {
  const { stock, state } = usePriceSection();
  const quote = useQuote(stock.symbol);
  const { bars, interval, compared } = state;
  const isComparing = compared.length > 0;
  return useMemo(
    () => formingBar(quote, stock, { bars, interval, isComparing }),
    [quote, stock, bars, interval, isComparing],
  );
}

/** Draws the bar in progress, and passes it to the legend, the table and the caption of pictures. */
export function Forming(_: { children?: ReactNode }) {
  const { state, settings, control, chart, sync, forming } = usePriceSection();
  const bar = useFormingBar();
  const drawing = useDrawing();
  const colors = useChartColors();
  const drawn = useRef<FormingDrawing>(null);
  const latest = useRef(bar);
  const { bars } = state;
  const { style, hasVolumePane } = settings;
  // In per cent, the library would draw the bar relative to itself.
  const date = (control.view.scale !== 'percent' && bar?.date) || null;

  useEffect(() => {
    latest.current = bar;
    forming.set(bar);
    if (bar) drawn.current?.update(bar);
  }, [forming, bar]);
  useEffect(() => () => forming.set(null), [forming]);

  const look = useMemo((): FormingLook | null => {
    const time = timeAt(bars, bars.time.length - 1);
    const close = bars.close.at(-1);
    if (time === undefined || close === undefined) return null;
    return { colors, style, hasVolumePane, last: { time, close } };
  }, [bars, colors, style, hasVolumePane]);

  useEffect(() => {
    if (!chart || !drawing || !look || date === null) return;
    let leave = () => {};
    const added = chart.addPart((api) => {
      // The other charts follow the range of this one.
      leave = sync.addToAll((each) => (each === api ? () => {} : drawing.FormingDrawing.addTime(each, date)));
      const created = new drawing.FormingDrawing(api, look);
      if (latest.current) created.update(latest.current);
      return created;
    });
    drawn.current = added?.part ?? null;
    return () => {
      drawn.current = null;
      leave();
      added?.remove();
    };
  }, [chart, drawing, look, date, sync]);
  return null;
}
