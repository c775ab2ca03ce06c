import type { Quote, QuoteList } from '@stockbook/api/schemas';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { formatTime } from '#lib/format/dates.ts';
import { fakeServer } from '#testing/fake-server.ts';
import { afterHours, quote, quoteList } from '#testing/quotes.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { watchListItem } from '#testing/watch-list-item.ts';
import { PriceStatus } from './last-price.tsx';
import { Line } from './quote-line.tsx';
import { Cell, Lines, Price, Status } from './quoted-price.tsx';

const traded = '2026-11-20T20:42:00.000Z';
const time = formatTime(traded);
const { stock } = watchListItem({ data_end_date: '2026-11-19', last_close: 186.9 });

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(traded) + 30_000 });
});

/** Renders every part of one stock; the quotes of the answers follow each other each minute. */
async function open(...answers: readonly (Partial<Quote> | QuoteList)[]) {
  let calls = 0;
  fakeServer({
    'quotes.list': () => {
      const answer = answers[Math.min(calls++, answers.length - 1)] ?? {};
      if ('quotes' in answer) return answer;
      return quoteList({
        quotes: [quote(answer)],
        next_at: new Date(Date.now() + 60_000).toISOString(),
      });
    },
  });
  const { container } = render(
    <SignedIn>
      <p data-testid="line">
        <Line symbols={['AAPL']} />
      </p>
      <div data-testid="price">
        <Price stock={stock} size="row">
          Last close
        </Price>
      </div>
      <div data-testid="status">
        <Status stock={stock} />
      </div>
      <div data-testid="lines">
        <Lines stock={stock} />
      </div>
      {(['last', 'change', 'percent', 'time'] as const).map((column) => (
        <div key={column} data-testid={column}>
          <Cell stock={stock} column={column}>
            close
          </Cell>
        </div>
      ))}
    </SignedIn>,
  );
  const text = (id: string) => screen.getByTestId(id).textContent;
  const minutes = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 66_000));
  expect(text('price')).toBe('Last close');
  await minutes(0.01);
  return { container, text, minutes };
}

it('shows price, change and time of the quote in every place, and says them in words', async () => {
  const { text } = await open({ delay_minutes: 15 });
  expect(text('price')).toBe(`Price 187.62, change +0.39%, at ${time}, delayed by 15 minutes$187.62+0.39%`);
  expect(text('status')).toBe(`${time} · 15 min late`);
  expect(text('lines')).toBe(`${time} · Delayed by 15 minutes · Nasdaq Real Time Price`);
  expect(text('last')).toBe(`$187.62, at ${time}`);
  expect(text('change')).toBe('+0.72');
  expect(text('percent')).toBe('+0.39%');
  expect(text('time')).toBe(`${time} · 15 min late`);
  expect(text('line')).toBe('Some prices are delayed by up to 15 minutes.');
  expect(screen.getByTestId('lines').querySelector('p')?.title).toBe('15:42 New York time');
});

it.each([
  ['yahoo', 1],
  ['csv', 0],
  ['own', 0],
] as const)('keeps room for the time of a price from %s: %i line', (data_source, lines) => {
  fakeServer({ 'quotes.list': () => quoteList({}) });
  const { container } = render(
    <SignedIn>
      <PriceStatus stock={{ ...stock, data_source }} />
    </SignedIn>,
  );
  expect(container.querySelectorAll('.h-4')).toHaveLength(lines);
});

it('announces nothing by itself', async () => {
  const { container } = await open({});
  expect(container.querySelector('[aria-live], [role="status"], [role="alert"]')).toBeNull();
});

it('leaves the stored close of the session, with the price after hours', async () => {
  const facts = { session_date: '2026-11-19', market_state: 'post', extended: afterHours } as const;
  const { text } = await open(facts);
  expect(text('price')).toBe('Last close');
  expect(text('last')).toBe('close');
  expect(text('status')).toBe('After hours 188.10 +0.37%');
  expect(text('lines')).toBe(`After hours 188.10 +0.37% · ${time}`);
});

it('pulses when the price changes, in the direction of the change, and not for the first price', async () => {
  const { container, minutes } = await open({}, { price: 188 }, { price: 187 });
  const pulses = () => [
    container.querySelectorAll('.pulse-up').length,
    container.querySelectorAll('.pulse-down').length,
  ];
  expect(pulses()).toEqual([0, 0]);
  await minutes(1);
  // In the card and in the cell.
  expect(pulses()).toEqual([2, 0]);
  await minutes(1);
  expect(pulses()).toEqual([0, 2]);
});

it('marks a simulated price in the title of its cell', async () => {
  await open({ source: 'simulated' });
  expect(screen.getByTestId('last').querySelector('span')?.title).toBe(`${time} · Simulated data`);
});

it('requests no price while the browser is offline, and one when it is online again', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { text, minutes } = await open({});
  await minutes(5);
  expect(text('price')).toBe('Last close');
  onLine.mockRestore();
  act(() => void window.dispatchEvent(new Event('online')));
  await minutes(0.01);
  expect(text('status')).toBe(time);
});

it.each([
  [['This server shows closing prices only'], 'off'],
  [['Prices from files have no quotes'], 'off'],
  [['Prices from files have no quotes', 'The first price is on its way'], null],
])(
  'keeps the last close without a price, and remembers a server without prices: %j',
  async (reasons, noted) => {
    const skipped = reasons.map((reason) => ({ symbol: 'AAPL', reason }));
    const { text } = await open(quoteList({ skipped, next_at: null }));
    expect(text('price')).toBe('Last close');
    expect(text('status')).toBe('');
    expect(localStorage.getItem('quotes')).toBe(noted);
  },
);
