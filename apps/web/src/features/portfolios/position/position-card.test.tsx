import type { StockPositions } from '@stockbook/api/schemas';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type Answers, fakeServer } from '#testing/fake-server.ts';
import { InRouter } from '#testing/in-router.tsx';
import { instrument } from '#testing/instruments.ts';
import { holding, listedPortfolio } from '#testing/portfolios.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { PositionCard, type TradeMark } from './position-card.tsx';

const id = (digit: number) => `00000000-0000-4000-8000-10000000000${digit}`;

const trade = (facts: Partial<StockPositions['trades'][number]> = {}) => ({
  portfolio_id: id(1),
  type: 'BUY' as const,
  date: '2024-01-02',
  quantity_now: 10,
  price_now: 100,
  currency: 'EUR',
  ...facts,
});

const positions = (facts: Partial<StockPositions> = {}): StockPositions => ({
  symbol: 'AAA',
  positions: [
    {
      portfolio_id: id(1),
      portfolio_name: 'First',
      portfolio_currency: 'EUR',
      date: '2024-01-10',
      holding: holding({ badges: ['Simulated data'] }),
    },
  ],
  trades: [trade({ type: 'SELL', date: '2024-01-08' }), trade()],
  ...facts,
});

/** Renders the card of a stock; answers may be replaced. */
function open(answers: Answers = {}, symbol = 'AAA') {
  const seen = fakeServer({
    'portfolios.list': () => ({
      portfolios: [
        listedPortfolio({ id: id(1), name: 'First' }),
        listedPortfolio({ id: id(2), name: 'Second' }),
      ],
      total: 2,
    }),
    'portfolios.positions': () => positions(),
    ...answers,
  });
  const onTrades = vi.fn((_: readonly TradeMark[]) => {});
  render(
    <SignedIn>
      <InRouter>
        <PositionCard symbol={symbol} onTrades={onTrades} />
      </InRouter>
    </SignedIn>,
  );
  return { seen, onTrades };
}

it('shows shares, average cost and gain in each portfolio that holds the stock', async () => {
  const { seen, onTrades } = open();
  const card = await screen.findByRole('region', { name: 'Position' });
  expect(card.textContent).toContain('First');
  expect(card.textContent).toContain('Simulated data');
  expect(card.textContent).toContain('Shares5Average cost€101.80Gain+€134.00Unrealised +8.06%');
  expect(card.textContent).not.toContain('Second');
  // One call, however many portfolios there are.
  expect(seen.map(({ procedure }) => procedure).sort()).toEqual(['portfolios.list', 'portfolios.positions']);
  await waitFor(() =>
    expect(onTrades).toHaveBeenLastCalledWith([
      { date: '2024-01-08', sentence: 'Sold 10 at €100.00 (First)', isPreview: false, trade: 'sale' },
      { date: '2024-01-02', sentence: 'Bought 10 at €100.00 (First)', isPreview: false, trade: 'purchase' },
    ]),
  );
});

it('shows nothing where the stock was sold out, but keeps its trades', async () => {
  const { onTrades } = open({ 'portfolios.positions': () => positions({ positions: [] }) });
  await waitFor(() => expect(onTrades.mock.lastCall?.[0]).toHaveLength(2));
  expect(screen.queryByRole('region', { name: 'Position' })).toBeNull();
});

it('names no portfolio in the trades of a user who has only one', async () => {
  const { onTrades } = open({
    'portfolios.list': () => ({ portfolios: [listedPortfolio({ id: id(1) })], total: 1 }),
  });
  await waitFor(() => expect(onTrades.mock.lastCall?.[0]).toHaveLength(2));
  expect(onTrades.mock.lastCall?.[0].map(({ sentence }) => sentence)).toEqual([
    'Sold 10 at €100.00',
    'Bought 10 at €100.00',
  ]);
});

it('marks the trades of a bond with their prices in per cent', async () => {
  const { onTrades } = open(
    {
      'portfolios.positions': () => positions({ trades: [trade({ quantity_now: 5_000, price_now: 98.5 })] }),
      'instruments.get': () => instrument({ symbol: '@BOND', quoted_in: 'percent' }),
    },
    '@BOND',
  );
  await waitFor(() =>
    expect(onTrades.mock.lastCall?.[0]).toMatchObject([{ sentence: 'Bought 5,000 at 98.50% (First)' }]),
  );
});
