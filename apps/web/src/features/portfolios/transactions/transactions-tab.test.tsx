import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type Answers, ErrorResponse, failWith, fakeServer } from '#testing/fake-server.ts';
import { instrument } from '#testing/instruments.ts';
import { portfolio } from '#testing/portfolios.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { transaction } from '#testing/transactions.ts';
import { TransactionsTab } from './transactions-tab.tsx';

const portfolioId = portfolio().id;

const deposit = transaction({
  id: '00000000-0000-4000-8000-300000000002',
  type: 'DEPOSIT',
  date: '2024-05-21',
  symbol: null,
  name: null,
  quantity: null,
  price: null,
  amount: 500,
  currency: 'EUR',
  fees: 0,
  value: 500,
  is_counted: false,
});

/** A window of this width in pixels. */
function setWidth(width: number) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width >= 16 * Number(/min-width: (\d+)rem/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}

function open(answers: Answers = {}, width = 1280) {
  setWidth(width);
  vi.stubGlobal('scrollTo', () => {});
  const seen = fakeServer({
    'portfolios.list': () => ({ portfolios: [portfolio()], total: 1 }),
    'portfolios.transactions.list': () => ({ transactions: [deposit, transaction()], total: 2 }),
    ...answers,
  });
  const routeTree = createRootRoute({ component: () => <TransactionsTab portfolio={portfolio()} /> });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  render(
    <SignedIn>
      <RouterProvider router={router} />
    </SignedIn>,
  );
  const inputsOf = (procedure: string) =>
    seen.filter((call) => call.procedure === procedure).map(({ input }) => input);
  return { inputsOf };
}

const menuOf = (name: string) => screen.findByRole('button', { name: `Actions: ${name}` });

async function choose(row: string, action: string) {
  fireEvent.click(await menuOf(row));
  fireEvent.click(await screen.findByRole('menuitem', { name: action }));
}

it('lists transactions, and says which ones do not count', async () => {
  open();
  const table = await screen.findByRole('table', { name: 'Transactions, newest first' });
  const texts = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
  expect(texts[0]).toContain('DepositCounts once you track cash');
  expect(texts[0]).toContain('€500.00');
  expect(texts[1]).toContain('BuyNVDANVIDIA Corporation3$947.80$1.00 fees€2,617.13');
});

it('shows cards on a phone, whose details unfold', async () => {
  open({}, 390);
  const list = await screen.findByRole('list', { name: 'Transactions, newest first' });
  const [, card] = within(list).getAllByRole('listitem');
  expect(card?.textContent).toContain('Buy NVDAMay 20, 2024€2,617.13');
  expect(card?.textContent).toContain('Shares3Price$947.80Costs$1.00 fees');
});

it('has the price of a bond in per cent of its nominal value', async () => {
  const bond = { symbol: '@BOND', name: 'Bond', quantity: 5_000, price: 98.5, currency: 'EUR' };
  const answers: Answers = {
    'instruments.get': () => instrument({ symbol: '@BOND', quoted_in: 'percent' }),
    'portfolios.transactions.list': () => ({ transactions: [transaction(bond)], total: 1 }),
  };
  open(answers);
  const table = await screen.findByRole('table', { name: 'Transactions, newest first' });
  await waitFor(() => expect(table.textContent).toContain('5,000Nominal98.50%'));
  cleanup();
  open(answers, 390);
  const list = await screen.findByRole('list', { name: 'Transactions, newest first' });
  await waitFor(() => expect(list.textContent).toContain('Nominal5,000Price98.50%'));
});

it('filters by what the address has, and pages', async () => {
  const { inputsOf } = open({
    'portfolios.transactions.list': () => ({ transactions: [transaction()], total: 51 }),
  });
  fireEvent.change(await screen.findByLabelText('Type'), { target: { value: 'BUY' } });
  await waitFor(() =>
    expect(inputsOf('portfolios.transactions.list')).toContainEqual({
      portfolioId,
      limit: 50,
      offset: 0,
      type: 'BUY',
    }),
  );
  expect(await screen.findByText('Page 1 of 2')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() =>
    expect(inputsOf('portfolios.transactions.list')).toContainEqual({
      portfolioId,
      limit: 50,
      offset: 50,
      type: 'BUY',
    }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await screen.findByText('Page 1 of 2')).toBeTruthy();
});

it('deletes a transaction after a question, and shows why it cannot', async () => {
  const message = 'Then the sale of Mar 3, 2025 would exceed the shares you held';
  let isRefused = true;
  const { inputsOf } = open({
    'portfolios.transactions.delete': () => {
      if (isRefused) throw new ErrorResponse(400, message);
      return transaction();
    },
  });
  await choose('Buy of NVDA on May 20, 2024', 'Delete');
  const dialog = await screen.findByRole('dialog', { name: 'Delete this transaction?' });
  expect(within(dialog).getByText('Your figures change at once.')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await within(dialog).findByText(message)).toBeTruthy();
  isRefused = false;
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputsOf('portfolios.transactions.delete').at(-1)).toEqual({
    portfolioId,
    transactionId: transaction().id,
  });
});

it('fills the form with a transaction that is duplicated, and with one that is edited', async () => {
  open();
  await choose('Buy of NVDA on May 20, 2024', 'Duplicate');
  let dialog = await screen.findByRole('dialog', { name: 'Add Transaction' });
  expect(within(dialog).getByLabelText<HTMLInputElement>('Price').value).toBe('947.8');
  expect(within(dialog).getByLabelText<HTMLInputElement>('Date').value).not.toBe('2024-05-20');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose('Buy of NVDA on May 20, 2024', 'Edit');
  dialog = await screen.findByRole('dialog', { name: 'Edit Transaction' });
  expect(within(dialog).getByLabelText<HTMLInputElement>('Date').value).toBe('2024-05-20');
});

it('says that there are no transactions, or that they could not be loaded', async () => {
  open({ 'portfolios.transactions.list': () => ({ transactions: [], total: 0 }) });
  expect(await screen.findByText('No transactions yet. Add your first one, or import a file.')).toBeTruthy();
});

it('shows a failure with a button that tries again', async () => {
  let isDown = true;
  open({
    'portfolios.transactions.list': () =>
      isDown
        ? failWith(new ErrorResponse(503, 'The server shuts down'))()
        : { transactions: [transaction()], total: 1 },
  });
  const retry = await screen.findByRole('button', { name: 'Retry' }, { timeout: 5000 });
  expect(screen.getByRole('alert').textContent).toContain('The server shuts down');
  isDown = false;
  await act(async () => retry.click());
  expect(await screen.findByRole('table')).toBeTruthy();
});
