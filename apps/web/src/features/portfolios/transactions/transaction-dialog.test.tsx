import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { type Answers, ErrorResponse, failWith, fakeServer } from '#testing/fake-server.ts';
import { instrument } from '#testing/instruments.ts';
import { portfolio } from '#testing/portfolios.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { stockTask } from '#testing/tasks.ts';
import { transaction } from '#testing/transactions.ts';
import { TransactionDialog } from './transaction-dialog.tsx';
import type { TransactionTask } from './transaction-form.tsx';
import { newValues } from './transaction-shapes.ts';

const portfolioId = portfolio().id;

const dayPrice = {
  date: '2024-05-20',
  symbol: 'NVDA',
  is_known: true,
  name: 'NVIDIA Corporation',
  currency: 'USD',
  fx_rate: 0.919,
  fx_currency: 'EUR',
  low: 118.2,
  high: 121.05,
  price_currency: 'USD',
};

const purchase: TransactionTask = {
  kind: 'add',
  values: newValues({ type: 'BUY', date: '2024-05-20', symbol: 'NVDA', quantity: '10', price: '120' }),
};

const fieldError = (field: string, message: string) =>
  failWith(new ErrorResponse(400, message, [{ field, message }]));

function open(task: TransactionTask, answers: Answers = {}) {
  const seen = fakeServer({
    'portfolios.list': () => ({ portfolios: [portfolio()], total: 1 }),
    'portfolios.transactions.dayPrice': () => dayPrice,
    'portfolios.transactions.create': () => ({ ...transaction(), warnings: [] }),
    'portfolios.transactions.update': () => ({ ...transaction(), warnings: [] }),
    ...answers,
  });
  const onClose = vi.fn();
  render(
    <SignedIn>
      <TransactionDialog portfolio={portfolio()} task={task} onClose={onClose} />
    </SignedIn>,
  );
  const inputsOf = (procedure: string) =>
    seen.filter((call) => call.procedure === procedure).map(({ input }) => input);
  return { onClose, inputsOf };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('shows only the fields of the chosen type', async () => {
  open(purchase);
  expect(screen.getByLabelText('Price')).toBeTruthy();
  expect(screen.queryByLabelText('Amount')).toBeNull();
  type('Type', 'DEPOSIT');
  expect(screen.queryByLabelText('Stock')).toBeNull();
  expect(screen.queryByLabelText('Taxes')).toBeNull();
  expect(screen.getByLabelText('Amount').getAttribute('inputmode')).toBe('decimal');
  expect(screen.getByText('Kept, and counts once you track cash.')).toBeTruthy();
});

it('shows the range of the day and the sum while one types', async () => {
  const { inputsOf } = open(purchase);
  expect(await screen.findByText('Traded between 118.20 and 121.05 that day')).toBeTruthy();
  type('Fees', '4.95');
  const sum = screen.getByRole('status', { name: 'Sum' });
  expect(sum.textContent).toBe('10 × 120.00 + 4.95 = 1,204.95 USD (1,107.35 EUR at 0.9190)');
  expect(inputsOf('portfolios.transactions.dayPrice')).toEqual([
    { portfolioId, date: '2024-05-20', symbol: 'NVDA' },
  ]);
});

it('saves a total as the price of a share', async () => {
  const { onClose, inputsOf } = open(purchase);
  fireEvent.click(screen.getByRole('switch', { name: 'Total instead of price' }));
  type('Total', '1,000');
  type('Shares', '3');
  press('Save');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(inputsOf('portfolios.transactions.create')).toEqual([
    expect.objectContaining({
      portfolioId,
      type: 'BUY',
      date: '2024-05-20',
      symbol: 'NVDA',
      quantity: '3',
      price: '333.3333333333',
      fees: null,
      amount: null,
    }),
  ]);
});

it('shows what is missing and the refusal of the server at their fields', async () => {
  const message = 'You would have sold 5 more shares of NVDA than you held on May 20, 2024';
  const { onClose, inputsOf } = open(purchase, {
    'portfolios.transactions.create': fieldError('quantity', message),
  });
  // The dialog moves the focus one frame after it has opened.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Type')));
  type('Shares', '');
  press('Save');
  expect(screen.getByLabelText('Shares').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(screen.getByLabelText('Shares'));
  expect(inputsOf('portfolios.transactions.create')).toEqual([]);
  type('Shares', '15');
  press('Save');
  await screen.findByText(message);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Shares')));
  expect(onClose).not.toHaveBeenCalled();
});

it('shows other failures above the form', async () => {
  open(purchase, { 'portfolios.transactions.create': failWith(new TypeError('Failed to fetch')) });
  press('Save');
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Failed to save transactionThe server cannot be reached. Check your connection and try again.',
  );
});

it('adds a stock that the server does not know before it saves', async () => {
  const message = 'NVDA is not known yet. Add it to your stocks first';
  let isKnown = false;
  const { onClose, inputsOf } = open(purchase, {
    'portfolios.transactions.dayPrice': () => ({ ...dayPrice, is_known: isKnown }),
    'portfolios.transactions.create': () =>
      isKnown ? { ...transaction(), warnings: [] } : fieldError('symbol', message)(),
    'stocks.add': () => ({ data: { task_id: 't', symbol: 'NVDA' }, message: '' }),
    'stocks.task': () => {
      isKnown = true;
      return stockTask('SUCCESS');
    },
  });
  await screen.findByText('Not one of your stocks yet: it is added when you save.');
  press('Save');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(inputsOf('stocks.add')).toEqual([{ symbol: 'NVDA' }]);
  expect(inputsOf('portfolios.transactions.create')).toHaveLength(1);
});

it('shows at the stock why it could not be added', async () => {
  const message = 'NVDA is not known yet. Add it to your stocks first';
  const { onClose } = open(purchase, {
    'portfolios.transactions.create': fieldError('symbol', message),
    'stocks.add': () => ({ data: { task_id: 't', symbol: 'NVDA' }, message: '' }),
    'stocks.task': () => stockTask('FAILURE', { error: 'No stock found for "NVDA"' }),
  });
  press('Save');
  expect(await screen.findByText('No stock found for "NVDA"')).toBeTruthy();
  expect(screen.getByLabelText('Stock').getAttribute('aria-invalid')).toBe('true');
  expect(onClose).not.toHaveBeenCalled();
});

const adjusted = {
  kind: 'maybe_adjusted' as const,
  message:
    "You paid 120.00, but NVDA traded near 1,200 that day, before its 10:1 split. Are these today's shares?",
  transaction_id: transaction().id,
  factor: 10,
};
const stored = transaction({ quantity: 10, price: 120 });

it('converts a transaction in today’s shares into those of its day', async () => {
  const { onClose, inputsOf } = open(purchase, {
    'portfolios.transactions.create': () => ({ ...stored, warnings: [adjusted] }),
  });
  press('Save');
  await screen.findByText(adjusted.message);
  expect(document.activeElement?.textContent).toBe(adjusted.message);
  press('Yes, convert them');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(inputsOf('portfolios.transactions.update')).toEqual([
    { portfolioId, transactionId: stored.id, quantity: '1', price: '1200' },
  ]);
});

it('asks about one warning after the other, and keeps or deletes what was stored', async () => {
  const equal = { kind: 'equal_exists' as const, message: 'An equal transaction is there already' };
  const { onClose, inputsOf } = open(purchase, {
    'portfolios.transactions.create': () => ({
      ...stored,
      warnings: [adjusted, { ...equal, transaction_id: stored.id }],
    }),
    'portfolios.transactions.delete': () => stored,
  });
  press('Save');
  await screen.findByText(adjusted.message);
  press('No, keep them');
  await screen.findByText(equal.message);
  press('Delete this one');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(inputsOf('portfolios.transactions.update')).toEqual([]);
  expect(inputsOf('portfolios.transactions.delete')).toEqual([{ portfolioId, transactionId: stored.id }]);
});

it('keeps type and date for another transaction', async () => {
  const { onClose } = open(purchase);
  press('Save and add another');
  expect(await screen.findByText('Saved: Buy of NVDA on May 20, 2024')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Date').value).toBe('2024-05-20');
  expect(screen.getByLabelText<HTMLInputElement>('Shares').value).toBe('');
  expect(document.activeElement).toBe(screen.getByLabelText('Type'));
  expect(onClose).not.toHaveBeenCalled();
});

it('sends only the changed fields of an edited transaction, and says what a transfer changes', async () => {
  const edited = transaction({ type: 'TRANSFER_OUT', price: null, fees: 0, transfer_id: portfolioId });
  const { onClose, inputsOf } = open({ kind: 'edit', transaction: edited });
  expect(screen.getByText(/the transaction in the other portfolio changes with it/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLSelectElement>('Type').disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Save and add another' })).toBeNull();
  type('Shares', '4');
  press('Save');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(inputsOf('portfolios.transactions.update')).toEqual([
    { portfolioId, transactionId: edited.id, quantity: '4' },
  ]);
});

it('moves shares to another portfolio', async () => {
  const other = portfolio({ id: '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4d02', name: 'Children' });
  const { onClose, inputsOf } = open(purchase, {
    'portfolios.list': () => ({ portfolios: [portfolio(), other], total: 2 }),
    'portfolios.transactions.transfer': () => ({ transactions: [stored, stored] }),
  });
  await screen.findByRole('option', { name: 'Shares to another portfolio' });
  type('Type', 'MOVE_SHARES');
  press('Save');
  expect(screen.getByText('Choose the portfolio that receives it')).toBeTruthy();
  type('To', other.id);
  press('Save');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(inputsOf('portfolios.transactions.transfer')).toEqual([
    expect.objectContaining({ portfolioId, to: other.id, symbol: 'NVDA', quantity: '10', amount: null }),
  ]);
});

it('stores the accrued interest of a bond as a fee with its purchase', async () => {
  const bond = instrument({ symbol: '@BOND', quoted_in: 'percent' });
  const values = newValues({
    type: 'BUY',
    date: '2026-05-04',
    symbol: '@BOND',
    quantity: '5000',
    price: '98.5',
  });
  const { onClose, inputsOf } = open(
    { kind: 'add', values },
    {
      'instruments.get': () => bond,
      'portfolios.transactions.dayPrice': () => ({ ...dayPrice, symbol: '@BOND', currency: 'EUR' }),
      'portfolios.transactions.create': () => ({
        transactions: [transaction(), transaction({ type: 'FEE' })],
        warnings: [],
      }),
    },
  );
  await screen.findByLabelText('Nominal');
  type('Accrued interest paid', 'some');
  press('Save');
  expect(screen.getByText('Enter a number')).toBeTruthy();
  type('Accrued interest paid', '12,5');
  expect(screen.getByLabelText('Sum').textContent).toBe('5,000 × 98.50% + 12.50 = 4,937.50 EUR');
  press('Save');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(inputsOf('portfolios.transactions.create')).toMatchObject([
    {
      portfolioId,
      transactions: [
        { type: 'BUY', symbol: '@BOND', quantity: '5000', price: '98.5' },
        { type: 'FEE', symbol: '@BOND', amount: '12.5', date: '2026-05-04', note: 'Accrued interest' },
      ],
    },
  ]);
});
