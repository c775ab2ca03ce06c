import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Answers, ErrorResponse, failWith, fakeServer, type Output } from '#testing/fake-server.ts';
import { instrument } from '#testing/instruments.ts';
import { portfolio } from '#testing/portfolios.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { transaction } from '#testing/transactions.ts';
import { AllocationTab } from './allocation-tab.tsx';

const portfolioId = portfolio().id;

type Allocation = Output<'portfolios.allocation'>;

const part = (name: string, weight: number, target: number | null) => ({
  key: name,
  name,
  value: weight * 10,
  weight_percent: weight,
  target_percent: target,
  symbols: [name],
});

function allocation(facts: Partial<Allocation> = {}): Allocation {
  return {
    by: 'stock',
    group: null,
    date: '2024-01-10',
    parts: [part('AAPL', 55, 60), part('NVDA', 45, 40)],
    total: 1000,
    skipped: [],
    ...facts,
  };
}

const group = {
  id: '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4d09',
  name: 'Regions',
  tags: [{ name: 'Europe', target_percent: null, shares: [{ symbol: 'AAPL', percent: 40 }] }],
};

const holdings = {
  date: '2024-01-10',
  as_of: '2024-01-10',
  holdings: [],
  cash: [],
  totals: {
    value: 1000,
    cost: 900,
    unrealised: 100,
    unrealised_percent: 11.1,
    realised: 0,
    day_change: null,
    day_change_percent: null,
  },
  warnings: [],
  skipped: (['AAPL', 'NVDA'] as const).map((symbol) => ({
    symbol,
    kind: 'missing_rate' as const,
    reason: 'The EUR/USD rate is being fetched',
  })),
};

const storedTargets = { group: null, targets: [{ symbol: 'AAPL', percent: 60 }] };

function open(answers: Answers = {}, facts = {}) {
  const seen = fakeServer({
    'portfolios.allocation': ({ input }) =>
      allocation({ by: input.by ?? 'stock', group: input.group ?? null }),
    'portfolios.targets.get': () => storedTargets,
    'portfolios.targets.set': () => storedTargets,
    'portfolios.tags.list': () => ({ groups: [group], total: 1 }),
    'portfolios.tags.create': () => group,
    'portfolios.tags.update': () => group,
    'portfolios.tags.delete': () => group,
    'portfolios.holdings': () => holdings,
    'portfolios.list': () => ({ portfolios: [portfolio()], total: 1 }),
    ...answers,
  });
  render(
    <SignedIn>
      <AllocationTab portfolio={portfolio(facts)} />
    </SignedIn>,
  );
  return (procedure: string) => seen.filter((call) => call.procedure === procedure).map(({ input }) => input);
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function openDialog(button: string, title = button) {
  await screen.findByRole('table');
  press(button);
  return within(await screen.findByRole('dialog', { name: title }));
}

it('shows weights beside targets, divided as chosen', async () => {
  const inputsOf = open();
  const table = await screen.findByRole('table', { name: 'Allocation by Stock' });
  expect(within(table).getAllByRole('row')[1]?.textContent).toBe('AAPL€550.0055.00%60.00%');
  await screen.findByRole('option', { name: 'Regions' });
  expect(screen.getByRole('option', { name: 'Country of the ISIN' })).toBeTruthy();
  type('By', 'tag:Regions');
  await screen.findByRole('table', { name: 'Allocation by Regions' });
  expect(inputsOf('portfolios.allocation')).toEqual([
    { portfolioId, by: 'stock' },
    { portfolioId, by: 'tag', group: 'Regions' },
  ]);
});

it('says that there is nothing to divide, and that there are no targets', async () => {
  open({
    'portfolios.allocation': () => allocation({ parts: [], total: 0 }),
    'portfolios.targets.get': () => ({ group: null, targets: [] }),
  });
  expect(await screen.findByText('Nothing to divide yet.')).toBeTruthy();
  expect(await screen.findByText('Set targets to see how far you are from them.')).toBeTruthy();
});

it('saves targets of stocks, and shows why they are refused', async () => {
  const message = 'Targets add up to 95 %, not 100 %';
  const inputsOf = open({
    'portfolios.targets.set': ({ input }) =>
      input.targets.length === 0 ? storedTargets : failWith(new ErrorResponse(400, message))(),
  });
  const dialog = await openDialog('Targets');
  await dialog.findByLabelText('Target of NVDA in percent');
  type('Target of NVDA in percent', '35');
  expect(dialog.getByRole('status', { name: 'Sum' }).textContent).toBe(
    '95 % in all; targets must add up to 100 %',
  );
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(message)).toBeTruthy();
  expect(inputsOf('portfolios.targets.set')).toEqual([
    {
      portfolioId,
      group: null,
      targets: [
        { symbol: 'AAPL', percent: '60' },
        { symbol: 'NVDA', percent: '35' },
      ],
    },
  ]);
  fireEvent.click(dialog.getByRole('button', { name: 'Delete targets' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputsOf('portfolios.targets.set').at(-1)).toEqual({ portfolioId, group: null, targets: [] });
});

it('saves targets of tags, the rest being that of cash', async () => {
  const inputsOf = open({}, { cash_tracking: true });
  const dialog = await openDialog('Targets');
  await dialog.findByLabelText('Targets for');
  type('Targets for', 'Regions');
  type('Target of Europe in percent', '70');
  expect(dialog.getByRole('status', { name: 'Sum' }).textContent).toBe(
    '70 % in all; the rest, 30 %, is the target of Cash',
  );
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputsOf('portfolios.targets.set')).toEqual([
    { portfolioId, group: 'Regions', targets: [{ tag: 'Europe', percent: '70' }] },
  ]);
});

it('edits the tags of a group', async () => {
  const inputsOf = open();
  const dialog = await openDialog('Tags');
  fireEvent.click(await dialog.findByRole('button', { name: 'Edit Regions' }));
  type('Add a stock to Europe', 'NVDA');
  type('Part of NVDA in Europe in percent', '25');
  press('Remove AAPL from Europe');
  press('Add tag');
  type('Tag 2', 'Asia');
  press('Save');
  await waitFor(() =>
    expect(inputsOf('portfolios.tags.update')).toEqual([
      {
        portfolioId,
        groupId: group.id,
        name: 'Regions',
        tags: [
          { name: 'Europe', target_percent: null, shares: [{ symbol: 'NVDA', percent: '25' }] },
          { name: 'Asia', target_percent: null, shares: [] },
        ],
      },
    ]),
  );
  expect(await screen.findByRole('dialog', { name: 'Tags' })).toBeTruthy();
});

it('adds and deletes groups', async () => {
  const inputsOf = open();
  const dialog = await openDialog('Tags');
  fireEvent.click(await dialog.findByRole('button', { name: 'Add group' }));
  type('Name of the group', 'Styles');
  press('Save');
  await waitFor(() =>
    expect(inputsOf('portfolios.tags.create')).toEqual([{ portfolioId, name: 'Styles', tags: [] }]),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Regions' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() =>
    expect(inputsOf('portfolios.tags.delete')).toEqual([{ portfolioId, groupId: group.id }]),
  );
});

const trade = (symbol: string, side: 'BUY' | 'SELL') => ({
  symbol,
  tag: null,
  type: side,
  quantity: 4,
  price: 250.42,
  currency: 'USD',
  fx_rate: 0.9201,
  amount: 921.65,
  weight_before_percent: 55.2,
  weight_after_percent: 59.8,
  gain: side === 'SELL' ? 12.5 : null,
});

const proposal = {
  trades: [trade('NVDA', 'SELL'), trade('AAPL', 'BUY')],
  to_cash: 0,
  left_over: 78.35,
  total: 10_000,
  skipped: [],
};

it('proposes trades by all options', async () => {
  const inputsOf = open({ 'portfolios.rebalance': () => proposal });
  const dialog = await openDialog('Rebalance');
  expect(dialog.getByText('A calculation, not advice.')).toBeTruthy();
  type('Money to invest (EUR)', '1,000');
  type('Ignore differences below (%)', '5');
  type('Ignore trades below (EUR)', '50');
  fireEvent.click(dialog.getByLabelText('Only buy'));
  fireEvent.click(dialog.getByLabelText('Whole shares'));
  fireEvent.click(dialog.getByRole('button', { name: 'Calculate' }));
  const sale = (await dialog.findAllByRole('listitem'))[0];
  expect(sale?.textContent).toBe('Sell 4 shares of NVDAat $250.42 · 55.20% → 59.80%€921.65realises +€12.50');
  expect(dialog.getByText('Left over').nextElementSibling?.textContent).toBe('€78.35');
  expect(inputsOf('portfolios.rebalance')).toEqual([
    {
      portfolioId,
      new_money: 1000,
      mode: 'buy_only',
      whole_shares: false,
      band_percent: 5,
      minimum: 50,
    },
  ]);
});

it('proposes trades of a bond by its nominal value, at a price in per cent', async () => {
  const [trade] = proposal.trades;
  const bond = { symbol: '@BOND', type: 'BUY' as const, quantity: 1_000, price: 98.5, currency: 'EUR' };
  open({
    'portfolios.rebalance': () => ({ ...proposal, trades: trade ? [{ ...trade, ...bond }] : [] }),
    'instruments.get': () => instrument({ symbol: '@BOND', quoted_in: 'percent' }),
  });
  const dialog = await openDialog('Rebalance');
  fireEvent.click(dialog.getByRole('button', { name: 'Calculate' }));
  const item = await dialog.findByRole('listitem');
  await waitFor(() => expect(item.textContent).toContain('Buy 1,000 nominal of @BONDat 98.50% · '));
});

it('fills the form of transactions with one trade after the other', async () => {
  const inputsOf = open({
    'portfolios.rebalance': () => proposal,
    'portfolios.transactions.create': () => ({ ...transaction(), warnings: [] }),
  });
  const dialog = await openDialog('Rebalance');
  fireEvent.click(dialog.getByRole('button', { name: 'Calculate' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Add as transactions' }));
  await screen.findByRole('dialog', { name: 'Add Transaction (1 of 2)' });
  expect(screen.getByLabelText<HTMLSelectElement>('Type').value).toBe('SELL');
  press('Save');
  await screen.findByRole('dialog', { name: 'Add Transaction (2 of 2)' });
  expect(screen.getByLabelText<HTMLInputElement>('Stock').value).toBe('AAPL');
  press('Save');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputsOf('portfolios.transactions.create')).toMatchObject([
    { type: 'SELL', symbol: 'NVDA', quantity: '4', price: '250.42', currency: 'USD' },
    { type: 'BUY', symbol: 'AAPL' },
  ]);
});

it('shows a refusal at the money, and leads to the targets if there are none', async () => {
  const message = 'Enter the money to invest';
  open({
    'portfolios.rebalance': failWith(new ErrorResponse(400, message, [{ field: 'new_money', message }])),
  });
  const dialog = await openDialog('Rebalance');
  fireEvent.click(dialog.getByRole('button', { name: 'Calculate' }));
  expect(await dialog.findByText(message)).toBeTruthy();
  expect(screen.getByLabelText('Money to invest (EUR)').getAttribute('aria-invalid')).toBe('true');
});
