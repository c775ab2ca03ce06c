import type { Transaction } from '@stockbook/api/schemas';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type Answers, fakeServer } from '#testing/fake-server.ts';
import { InRouter } from '#testing/in-router.tsx';
import { holding, holdingList, listedPortfolio } from '#testing/portfolios.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { PositionCard, type TradeMark } from './position-card.tsx';

const id = (digit: number) => `00000000-0000-4000-8000-10000000000${digit}`;

function trade(facts: Partial<Transaction>): Transaction {
  return {
    id: id(9),
    type: 'BUY',
    date: '2024-01-02',
    ordinal: 1,
    symbol: 'AAA',
    name: 'Triple A plc',
    quantity: 1,
    price: 1000,
    amount: null,
    currency: 'EUR',
    fees: 0,
    taxes: 0,
    fx_rate: null,
    fx_currency: null,
    ex_date: null,
    to_amount: null,
    to_currency: null,
    quantity_now: 10,
    price_now: 100,
    value: 1000,
    is_counted: true,
    note: null,
    external_id: null,
    import_id: null,
    transfer_id: null,
    created_at: '2024-01-02T10:00:00.000Z',
    updated_at: '2024-01-02T10:00:00.000Z',
    ...facts,
  };
}

/** Renders the card of AAA; answers may be replaced. */
function open(answers: Answers = {}) {
  const seen = fakeServer({
    'portfolios.list': () => ({
      portfolios: [
        listedPortfolio({ id: id(1), name: 'First' }),
        listedPortfolio({ id: id(2), name: 'Second' }),
      ],
      total: 2,
    }),
    'portfolios.transactions.list': ({ input }) =>
      input.portfolioId === id(1)
        ? { transactions: [trade({ type: 'SELL', date: '2024-01-08' }), trade({})], total: 2 }
        : { transactions: [], total: 0 },
    'portfolios.holdings': () => holdingList({ holdings: [holding({ badges: ['Simulated data'] })] }),
    ...answers,
  });
  const onTrades = vi.fn((_: readonly TradeMark[]) => {});
  render(
    <SignedIn>
      <InRouter>
        <PositionCard symbol="AAA" onTrades={onTrades} />
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
  // Portfolios without transactions of the stock are not asked.
  const asked = seen.flatMap((call) =>
    call.procedure === 'portfolios.holdings' ? call.input.portfolioId : [],
  );
  expect(asked).toEqual([id(1)]);
  await waitFor(() =>
    expect(onTrades).toHaveBeenLastCalledWith([
      { date: '2024-01-08', sentence: 'Sold 10 at €100.00 (First)', isPreview: false, trade: 'sale' },
      { date: '2024-01-02', sentence: 'Bought 10 at €100.00 (First)', isPreview: false, trade: 'purchase' },
    ]),
  );
});

it('shows nothing where the stock was sold out, but keeps its trades', async () => {
  const { onTrades } = open({ 'portfolios.holdings': () => holdingList({ holdings: [] }) });
  await waitFor(() => expect(onTrades.mock.lastCall?.[0]).toHaveLength(2));
  expect(screen.queryByRole('region', { name: 'Position' })).toBeNull();
});
