import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { type Answers, fakeServer } from '#testing/fake-server.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { stockTask } from '#testing/tasks.ts';
import { AddStockDialog } from './add-stock-dialog.tsx';

const microsoft = {
  symbol: 'MSFT',
  name: 'Microsoft Corporation',
  exchange: 'NASDAQ',
  isin: null,
  type: null,
};

beforeEach(() => {
  vi.useFakeTimers();
});

async function open(answers: Answers, sharedText: string | null = null) {
  const seen = fakeServer({ 'stocks.search': () => ({ results: [microsoft] }), ...answers });
  const onClose = vi.fn();
  const onOwn = vi.fn();
  render(
    <SignedIn>
      <AddStockDialog
        onAdded={null}
        onClose={onClose}
        takeTyped={() => ''}
        onPasteSeveral={() => {}}
        onOwn={onOwn}
        sharedText={sharedText}
      />
    </SignedIn>,
  );
  await advance(0);
  return { seen, onClose, onOwn, field: screen.getByLabelText<HTMLInputElement>('Stock Symbol or ISIN') };
}

async function advance(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

it('fills the field with the symbol of a shared text, and sends nothing', async () => {
  const { field, seen } = await open({}, 'Microsoft https://finance.yahoo.com/quote/MSFT');
  expect(field.value).toBe('MSFT');
  expect(seen.some(({ procedure }) => procedure === 'stocks.add')).toBe(false);
});

it.each([
  ['a text without a symbol', 'an article', true],
  ['the empty text of the shortcut', '', false],
])('shows an empty field for %s', async (_name, text, hasMessage) => {
  const { field } = await open({}, text);
  expect(field.value).toBe('');
  expect(screen.queryByText('No symbol found in what you shared') !== null).toBe(hasMessage);
});

it('fills the field with the chosen suggestion', async () => {
  const { field } = await open({});
  fireEvent.change(field, { target: { value: 'micros' } });
  expect(field.value).toBe('MICROS');
  await advance(1000);
  await advance(100);
  fireEvent.click(screen.getByRole('option', { name: /MSFT/ }));
  await advance(0);
  expect(field.value).toBe('MSFT');
});

it('sends the typed ISIN with the chosen listing, until the field is edited', async () => {
  const { field, seen } = await open({});
  const sent = () => seen.filter(({ procedure }) => procedure === 'stocks.add').map(({ input }) => input);
  const chooseListing = async () => {
    fireEvent.change(field, { target: { value: 'us5949181045' } });
    await advance(1000);
    await advance(100);
    fireEvent.click(screen.getByRole('option', { name: /MSFT/ }));
    await advance(0);
  };
  await chooseListing();
  expect(field.value).toBe('MSFT');
  fireEvent.click(screen.getByRole('button', { name: 'Add Stock' }));
  await advance(100);
  await chooseListing();
  fireEvent.change(field, { target: { value: 'AAPL' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add Stock' }));
  await advance(100);
  expect(sent()).toEqual([{ symbol: 'MSFT', isin: 'US5949181045' }, { symbol: 'AAPL' }]);
});

it.each([
  ['csv', 'NOSUCH', 'it expects NOSUCH.csv in their folder.'],
  ['csv', 'US5949181045', 'it expects SYMBOL.csv in their folder.'],
  ['yahoo', 'NOSUCH', null],
] as const)('names the expected file after a failure in the mode %s', async (mode, symbol, sentence) => {
  const error = `No stock found for "${symbol}"`;
  const { field } = await open({
    'stocks.add': () => ({ data: { task_id: 'task', symbol }, message: '' }),
    'stocks.task': () => stockTask('FAILURE', { error }),
    'system.version': () => ({
      name: 'Stockbook',
      version: '1.0.0',
      api_version: '1',
      market_data: mode,
      quotes: 'on',
      sign_up: 'open',
      sign_in: { passwords: true, passkeys: false, provider: null },
    }),
  });
  fireEvent.change(field, { target: { value: symbol } });
  fireEvent.click(screen.getByRole('button', { name: 'Add Stock' }));
  await advance(0);
  await advance(100);
  const text = screen.getByRole('alert').textContent;
  if (sentence === null) expect(text).toBe(error);
  else expect(text).toContain(sentence);
});

it('polls the task and closes one second after its success, not before', async () => {
  const { field, seen, onClose } = await open({
    'stocks.add': () => ({ data: { task_id: 'task', symbol: 'AAPL' }, message: 'Fetching AAPL' }),
    'stocks.task': () => ({
      task_id: 'task',
      status: 'SUCCESS',
      message: '',
      result: { status: 'Done', symbol: 'AAPL', rows: 9 },
    }),
  });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add Stock' }).disabled).toBe(true);
  fireEvent.change(field, { target: { value: ' aapl ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add Stock' }));
  await advance(0);
  expect(seen.find(({ procedure }) => procedure === 'stocks.add')?.input).toEqual({ symbol: 'AAPL' });
  expect(screen.getByText('Stock added successfully!')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await advance(999);
  expect(onClose).not.toHaveBeenCalled();
  await advance(1);
  expect(onClose).toHaveBeenCalledOnce();
});

it('leads to the form of an own instrument, at its foot and below a search with no result', async () => {
  const { field, onOwn } = await open({ 'stocks.search': () => ({ results: [] }) });
  const links = () => screen.getAllByRole('button', { name: 'Add an own instrument' });
  expect(links()).toHaveLength(1);
  fireEvent.change(field, { target: { value: 'my flat' } });
  await advance(1000);
  await advance(100);
  expect(links()).toHaveLength(2);
  for (const link of links()) fireEvent.click(link);
  expect(onOwn).toHaveBeenCalledTimes(2);
});
