import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Answers, ErrorResponse, failWith, fakeServer } from '#testing/fake-server.ts';
import { instrument } from '#testing/instruments.ts';
import { portfolio } from '#testing/portfolios.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { transaction } from '#testing/transactions.ts';
import type { DividendList } from './api.ts';
import { DividendsTab } from './dividends-tab.tsx';

const portfolioId = portfolio().id;

const suggestion = (ex_date: string) => ({
  symbol: 'AAPL',
  ex_date,
  quantity: 12,
  amount: 3,
  currency: 'USD',
  taxes: 0.75,
});

const income = { forward_income: 12, yield_percent: 0.44, yield_on_cost_percent: null };

function dividends(facts: Partial<DividendList> = {}): DividendList {
  return {
    received: [transaction({ type: 'DIVIDEND' })],
    suggested: [suggestion('2024-08-12'), suggestion('2024-11-08')],
    forecast: [
      {
        symbol: 'AAPL',
        ex_date: '2025-11-08',
        month: '2025-11',
        amount: 3,
        currency: 'USD',
        value: 2.76,
        estimate: true,
      },
    ],
    months: [
      { month: '2024-05', received: 2.25, suggested: 0, forecast: 0 },
      { month: '2024-11', received: 0, suggested: 2.76, forecast: 0 },
      { month: '2025-11', received: 0, suggested: 0, forecast: 2.76 },
    ],
    by_stock: [{ symbol: 'AAPL', received: 9, ...income }],
    totals: { received: 9, suggested: 5.52, ...income },
    skipped: [{ symbol: 'OTP.BD', kind: 'missing_rate', reason: 'The EUR/HUF rate is being fetched' }],
    ...facts,
  };
}

function open(list: DividendList, answers: Answers = {}) {
  const seen = fakeServer({
    'portfolios.dividends': () => list,
    'portfolios.takeDividends': () => ({ transactions: [] }),
    'portfolios.dismissDividend': () => ({ message: 'The dividend was dismissed' }),
    ...answers,
  });
  render(
    <SignedIn>
      <DividendsTab portfolio={portfolio()} />
    </SignedIn>,
  );
  return (procedure: string) => seen.filter((call) => call.procedure === procedure).map(({ input }) => input);
}

async function review() {
  fireEvent.click(await screen.findByRole('button', { name: 'Review' }));
  return within(await screen.findByRole('dialog', { name: 'Dividends that may be missing' }));
}

it('reviews the coupons of a nominal value', async () => {
  const coupon = {
    ...suggestion('2025-08-02'),
    symbol: '@BOND',
    quantity: 5_000,
    amount: 125,
    currency: 'EUR',
  };
  open(dividends({ suggested: [coupon] }), {
    'instruments.get': () => instrument({ symbol: '@BOND', quoted_in: 'percent' }),
  });
  const dialog = await review();
  expect((await dialog.findByText(/5,000 nominal on the eve/)).textContent).toContain('€125.00');
});

it('adds the chosen dividends on their payment days, with the typed tax', async () => {
  const inputsOf = open(dividends());
  expect(await screen.findByText('2 dividends may be missing')).toBeTruthy();
  const dialog = await review();
  expect(dialog.getAllByText(/12 shares on the eve/)).toHaveLength(2);
  fireEvent.change(dialog.getByLabelText('Date of AAPL of Aug 12, 2024'), {
    target: { value: '2024-08-15' },
  });
  fireEvent.change(dialog.getByLabelText('Tax on AAPL of Aug 12, 2024 in USD'), { target: { value: '0,5' } });
  fireEvent.click(dialog.getByRole('checkbox', { name: 'AAPL ex-date Nov 8, 2024' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Add 1 dividend' }));
  await waitFor(() =>
    expect(inputsOf('portfolios.takeDividends')).toEqual([
      {
        portfolioId,
        dividends: [{ symbol: 'AAPL', ex_date: '2024-08-12', date: '2024-08-15', taxes: 0.5 }],
      },
    ]),
  );
  expect(screen.getByRole('dialog')).toBeTruthy();
});

it('closes the review once all are added', async () => {
  open(dividends());
  const dialog = await review();
  fireEvent.click(dialog.getByRole('button', { name: 'Add 2 dividends' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('dismisses the chosen dividends, and shows a refusal', async () => {
  const message = 'That dividend is in your portfolio already';
  const inputsOf = open(dividends(), {
    'portfolios.takeDividends': failWith(new ErrorResponse(409, message)),
  });
  const dialog = await review();
  fireEvent.click(dialog.getByRole('button', { name: 'Add 2 dividends' }));
  expect(await dialog.findByText(message)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() =>
    expect(inputsOf('portfolios.dismissDividend')).toEqual([
      { portfolioId, symbol: 'AAPL', ex_date: '2024-08-12' },
      { portfolioId, symbol: 'AAPL', ex_date: '2024-11-08' },
    ]),
  );
});

it('shows the calendar as a table, the income of each stock, and what is left out', async () => {
  open(dividends());
  expect(
    await screen.findByText('An estimate: the last 12 months repeated for the shares you hold now.'),
  ).toBeTruthy();
  const calendar = screen.getByRole('table', { name: /^Dividends by month/, hidden: true });
  const november = within(calendar).getAllByRole('row', { hidden: true })[11];
  expect(november?.textContent).toBe('Nov€2.76 may be missing€2.76 estimate');
  const byStock = screen.getByRole('table', { name: 'Dividends by stock' });
  expect(within(byStock).getAllByRole('row')[1]?.textContent).toBe('AAPL€9.00€12.000.44%–');
  expect(screen.getByText('OTP.BD: The EUR/HUF rate is being fetched')).toBeTruthy();
});

it('says that there are none yet', async () => {
  open(dividends({ received: [], suggested: [], forecast: [], months: [], skipped: [] }));
  expect(
    await screen.findByText('No dividends yet. They are suggested here when a stock that you hold pays one.'),
  ).toBeTruthy();
});

it('shows a failure in its place', async () => {
  open(dividends(), { 'portfolios.dividends': failWith(new ErrorResponse(404, 'Portfolio not found')) });
  expect((await screen.findByRole('alert')).textContent).toContain('Portfolio not found');
});
