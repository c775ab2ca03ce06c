import type { IChartApi, SeriesType } from 'lightweight-charts';
import { expect, it, type Mock, vi } from 'vitest';
import { barTime } from '#components/chart/bar-columns.ts';
import { chartColors } from '#testing/chart-colors.ts';
import { barInProgress as bar } from '#testing/quotes.ts';
import { FormingDrawing, type FormingLook } from './forming-drawing.ts';

const look: FormingLook = {
  colors: chartColors,
  style: 'candlestick',
  hasVolumePane: true,
  last: { time: barTime('2026-11-19'), close: 186.9 },
};
const time = barTime(bar.date);

interface RecordedSeries {
  readonly type: SeriesType;
  readonly options: object;
  readonly setData: Mock<(data: object[]) => void>;
}

/** The calls that a drawing makes. Any other, of another series, a scale or a pane, would be an unknown function. */
class RecordedChart {
  readonly series: RecordedSeries[] = [];
  readonly removed: object[] = [];

  addSeries(
    { type }: { readonly type: SeriesType },
    options: object = {},
  ): { setData(data: object[]): void } {
    const added = { type, options, setData: vi.fn() };
    this.series.push(added);
    return added;
  }

  removeSeries(series: object): void {
    this.removed.push(series);
  }

  /** The data that was set last. */
  dataOf(type: SeriesType): object[] | undefined {
    return this.series.find((each) => each.type === type)?.setData.mock.lastCall?.[0];
  }
}

function open(changes: Partial<FormingLook> = {}) {
  const chart = new RecordedChart();
  const calls: Pick<RecordedChart, 'addSeries' | 'removeSeries'> = chart;
  const drawing = new FormingDrawing(calls as IChartApi, { ...look, ...changes });
  return { chart, drawing };
}

it('draws every price in series of its own, and makes no call to the chart for a new one', () => {
  const { chart, drawing } = open();
  expect(chart.series.map(({ type }) => type)).toEqual(['Candlestick', 'Histogram']);
  drawing.update(bar);
  drawing.update({ ...bar, close: 189, high: 189 });
  expect(chart.series.map(({ setData }) => setData.mock.calls.length)).toEqual([2, 2]);
  expect(chart.removed).toEqual([]);
  expect(chart.dataOf('Candlestick')).toEqual([{ time, open: 187, high: 189, low: 186.4, close: 189 }]);
  expect(chart.dataOf('Histogram')).toMatchObject([{ time, value: 31_200_000 }]);
});

it('draws a hollow bar at 60 % opacity', () => {
  expect(open().chart.series[0]?.options).toMatchObject({
    upColor: '#00000000',
    downColor: '#00000000',
    borderUpColor: '#00aa0099',
    wickDownColor: '#aa000099',
  });
});

it('draws a line from low to high with a tick at the price when the source has no open', () => {
  const { chart, drawing } = open();
  drawing.update({ ...bar, open: null, volume: null });
  expect(chart.dataOf('Candlestick')).toEqual([
    { time, open: 187.62, high: 188.1, low: 186.4, close: 187.62 },
  ]);
  expect(chart.dataOf('Histogram')).toEqual([]);
});

it('draws a dotted piece from the last close when the chart is a line', () => {
  const { chart, drawing } = open({ style: 'line', hasVolumePane: false });
  drawing.update(bar);
  expect(chart.series.map(({ type }) => type)).toEqual(['Line', 'Histogram']);
  expect(chart.dataOf('Line')).toEqual([
    { time: barTime('2026-11-19'), value: 186.9 },
    { time, value: 187.62 },
  ]);
});

it('removes its series and no other', () => {
  const { chart, drawing } = open();
  drawing.remove();
  expect(chart.removed).toEqual(chart.series);
});
