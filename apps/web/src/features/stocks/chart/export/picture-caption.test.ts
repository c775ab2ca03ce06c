import { expect, it } from 'vitest';
import type { Study } from '#components/chart/study.ts';
import { formatTime } from '#lib/format/dates.ts';
import { columnsOf } from '#testing/bar-columns.ts';
import { watchListItem } from '#testing/watch-list-item.ts';
import { pictureCaption } from './picture-caption.ts';

const bars = columnsOf(
  ['2025-11-20', '2026-11-20'].map((date) => ({
    date,
    open: 1,
    high: 1,
    low: 1,
    close: 1,
    volume: 1,
  })),
);
const view = { interval: 'daily', scale: 'linear' } as const;
const settings = { compared: [], isAdjusted: false, actions: new Map(), formingTime: null };
const sma: Study = {
  id: '1',
  name: 'SMA 20',
  fullName: 'Simple Moving Average',
  color: '#3b82f6',
  stroke: 'solid',
  isOverlay: true,
  unit: 'price',
  guides: [],
  lines: [],
  format: String,
};

it('names stock, range, interval, chart type, dates, studies and source', () => {
  const { stock } = watchListItem({ symbol: 'AAPL' });
  expect(
    pictureCaption({
      stock,
      bars,
      visible: { from: 0, to: 1 },
      view: { ...view, label: '1Y' },
      style: 'candlestick',
      studies: [sma],
      ...settings,
    }),
  ).toEqual({
    title: 'AAPL',
    subtitle: 'Apple Inc. · NASDAQ · USD',
    details: '1Y · Daily · Candlestick · Nov 20, 2025 to Nov 20, 2026',
    lines: [{ name: 'SMA 20 (Simple Moving Average)', color: '#3b82f6' }],
    source: 'Source: Yahoo Finance, as of Nov 20, 2026 · Stockbook',
    warning: null,
  });
});

it('warns of simulated data and names the visible dates', () => {
  const { stock } = watchListItem({ symbol: 'AAPL', data_source: 'simulated' });
  const caption = pictureCaption({
    stock,
    bars,
    visible: { from: 1, to: 1 },
    view: { ...view, label: '1M' },
    style: 'line',
    studies: [],
    ...settings,
  });
  expect(caption.warning?.short).toBe('Simulated data');
  expect(caption.details).toBe('1M · Daily · Line · Nov 20, 2026 to Nov 20, 2026');
  expect(caption.source).toBe('Source: Simulated data, as of Nov 20, 2026 · Stockbook');
});

it('explains the adjustment for dividends and the markers', () => {
  const { stock } = watchListItem({ symbol: 'AAPL' });
  const actions = new Map([[1, [{ kind: 'dividend' as const, text: 'Dividend $0.26' }]]]);
  const content = {
    stock,
    bars,
    visible: { from: 0, to: 1 },
    view: { ...view, label: '1Y' },
    style: 'line',
    ...settings,
    isAdjusted: true,
    actions,
  } as const;
  expect(pictureCaption({ ...content, studies: [] }).details).toBe(
    '1Y · Daily · Line · Nov 20, 2025 to Nov 20, 2026 · Adjusted for dividends · D = Dividend',
  );
  expect(pictureCaption({ ...content, studies: [sma] }).details).toContain(
    'Prices adjusted for dividends, indicators not',
  );
});

it('says when the price of a bar in progress was paid', () => {
  const { stock } = watchListItem({ symbol: 'AAPL' });
  const formingTime = '2026-11-20T20:42:00.000Z';
  const caption = pictureCaption({
    stock,
    bars,
    visible: { from: 0, to: 1 },
    view: { ...view, label: '1Y' },
    style: 'candlestick',
    studies: [],
    ...settings,
    formingTime,
  });
  expect(caption.details).toContain(`2026 · In progress, ${formatTime(formingTime)}`);
});

it('names the compared symbols and the colours of their lines', () => {
  const { stock } = watchListItem({ symbol: 'AAPL' });
  const compared = [
    { symbol: 'MSFT', color: '#64748b' },
    { symbol: 'NVDA', color: '#b0683a' },
  ];
  const caption = pictureCaption({
    stock,
    bars,
    visible: { from: 0, to: 1 },
    view: { label: '1Y', interval: 'daily', scale: 'percent' },
    style: 'line',
    studies: [sma],
    ...settings,
    compared,
  });
  expect(caption.details).toContain('Per cent · Nov 20, 2025 to Nov 20, 2026 · Compared with MSFT, NVDA');
  expect(caption.lines.map(({ name, color }) => [name, color])).toEqual([
    ['MSFT', '#64748b'],
    ['NVDA', '#b0683a'],
    ['SMA 20 (Simple Moving Average)', '#3b82f6'],
  ]);
});
