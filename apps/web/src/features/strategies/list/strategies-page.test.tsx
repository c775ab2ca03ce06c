import type { Strategy } from '@stockbook/api/schemas';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { catalogueResponse } from '#testing/catalogue.ts';
import { type Answers, ErrorResponse, failWith, fakeServer } from '#testing/fake-server.ts';
import { InRouter } from '#testing/in-router.tsx';
import { signalEntry } from '#testing/signals.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { listedBacktest, strategyDetail } from '#testing/strategies.ts';
import { watchList, watchListItem } from '#testing/watch-list-item.ts';
import { StrategiesPage } from './strategies-page.tsx';

const id = (digit: number) => `00000000-0000-4000-8000-10000000000${digit}`;

/** Renders the page of a server with these strategies; answers may be replaced. */
function open(strategies: Strategy[], answers: Answers = {}) {
  const seen = fakeServer({
    'strategies.list': () => ({ strategies, total: strategies.length }),
    'strategies.backtests.list': () => ({ backtests: [], total: 0 }),
    'strategies.create': ({ input }) => strategyDetail({ name: input.name }),
    'strategies.update': ({ input }) => {
      const changed = strategies.find((strategy) => strategy.id === input.strategyId);
      if (changed && input.is_active !== undefined) changed.is_active = input.is_active;
      return strategyDetail(changed);
    },
    'signals.list': () => ({ signals: [], total: 0, unread: 0 }),
    'indicators.catalogue': () => catalogueResponse,
    'stocks.list': () => watchList([watchListItem({ symbol: 'AAPL' })]),
    ...answers,
  });
  render(
    <SignedIn>
      <InRouter>
        <StrategiesPage />
      </InRouter>
    </SignedIn>,
  );
  const inputsOf = (procedure: string) =>
    seen.filter((call) => call.procedure === procedure).map(({ input }) => input);
  return { inputsOf };
}

it('shows the rules in words, the last result and the signals of this month', async () => {
  const failed = listedBacktest({ status: 'FAILURE', summary: null, error: 'It failed' });
  const { inputsOf } = open([strategyDetail({ id: id(1) }), strategyDetail({ id: id(2), name: 'Other' })], {
    'strategies.backtests.list': ({ input }) => ({
      backtests: input.strategyId === id(1) ? [failed, listedBacktest()] : [],
      total: 1,
    }),
    'signals.list': () => ({
      signals: [signalEntry({ strategy_id: id(1) }), signalEntry({ strategy_id: id(1) }), signalEntry()],
      total: 3,
      unread: 0,
    }),
  });
  const [first, second] = await screen.findAllByRole('article');
  await waitFor(() => expect(first?.textContent).toContain('Last result+84.13%Buy and hold+612.41%'));
  await waitFor(() => expect(first?.textContent).toContain('BuyRSI (14) crosses above 30'));
  expect(first?.textContent).toContain('SellRSI (14) crosses above 70; stop-loss 8%');
  expect(first?.textContent).toContain('StocksWhole watch list');
  await waitFor(() => expect(first?.textContent).toContain('Signals this month2'));
  expect(second?.textContent).toContain('Last result–Buy and hold–Signals this month0');
  expect(inputsOf('signals.list')).toEqual([
    { since: expect.stringMatching(/^\d{4}-\d{2}-01$/), limit: 1000 },
  ]);
});

it('switches a strategy live, and shows why that failed', async () => {
  const { inputsOf } = open([strategyDetail()]);
  const live = await screen.findByRole('switch', { name: 'Live signals of RSI reversal' });
  fireEvent.click(live);
  await waitFor(() => expect(live.getAttribute('aria-checked')).toBe('true'));
  expect(inputsOf('strategies.update')).toEqual([{ strategyId: strategyDetail().id, is_active: true }]);
});

it('shows the server’s reason if a strategy cannot be switched', async () => {
  open([strategyDetail()], { 'strategies.update': failWith(new TypeError('Failed to fetch')) });
  fireEvent.click(await screen.findByRole('switch'));
  expect(await screen.findByRole('alertdialog', { name: 'Failed to save strategy' })).toBeTruthy();
});

it('shows other forms as text that cannot be run, and names a newer version', async () => {
  open([
    strategyDetail({ id: id(1), rules: { entry: { indicator: 'RSI', below: 30 } } }),
    strategyDetail({ id: id(2), rules: { format: 'stockbook/2', entry: 'soon' } }),
  ]);
  const [free, newer] = await screen.findAllByRole('article');
  expect(free?.textContent).toContain("This strategy's rules are not in a form that can be run");
  expect(free?.textContent).toContain('"below": 30');
  expect(newer?.textContent).toContain('Made by a newer version');
  expect(newer?.textContent).toContain('"entry": "soon"');
  expect(screen.queryByRole('switch')).toBeNull();
});

it('says what the simulation assumes and what live means, and shows four examples that are no advice', async () => {
  open([]);
  expect(
    await screen.findByText('No strategies yet. Write a rule and see how it would have done.'),
  ).toBeTruthy();
  expect(
    screen.getByText(
      'Long only, one position per stock, each stock with its own cash. While a strategy is live, each of its orders becomes a signal.',
    ),
  ).toBeTruthy();
  expect(screen.getAllByText('An example, not advice')).toHaveLength(4);
});

it('adds a strategy from an example, not live', async () => {
  const { inputsOf } = open([]);
  fireEvent.click(await screen.findByRole('button', { name: 'Start from this example: RSI reversal' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add Strategy' });
  await within(dialog).findByLabelText('Stop-loss (%)');
  fireEvent.change(within(dialog).getByLabelText('Take-profit (%)'), { target: { value: '20' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add Strategy' }));
  await waitFor(() =>
    expect(inputsOf('strategies.create')).toEqual([
      {
        name: 'RSI reversal',
        is_active: false,
        rules: {
          format: 'stockbook/1',
          entry: 'rsi(14) crosses above 30',
          exit: 'rsi(14) crosses above 70',
          stop_loss_percent: 8,
          take_profit_percent: 20,
          max_bars: 60,
          scope: { watch_list: true },
        },
      },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('asks for a name, a way out and a stock before it sends anything', async () => {
  const { inputsOf } = open([]);
  fireEvent.click(screen.getByRole('button', { name: 'Add Strategy' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add Strategy' });
  fireEvent.click(await within(dialog).findByRole('switch', { name: 'Sell by a rule' }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Chosen' }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add Strategy' }));
  expect(within(dialog).getByText('Name is required')).toBeTruthy();
  expect(within(dialog).getByText(/^A strategy needs a way out/)).toBeTruthy();
  expect(within(dialog).getByText('Choose at least one stock')).toBeTruthy();
  expect(inputsOf('strategies.create')).toEqual([]);
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Mine' } });
  fireEvent.change(within(dialog).getByLabelText('Sell after (bars)'), { target: { value: '5' } });
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'AAPL' }));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Add Strategy' }));
  await waitFor(() =>
    expect(inputsOf('strategies.create')).toMatchObject([
      { name: 'Mine', rules: { exit: null, max_bars: 5, scope: { symbols: ['AAPL'] } } },
    ]),
  );
});

it('shows the mistakes that the server finds at their fields', async () => {
  const details = [
    {
      field: 'rules.entry',
      message: 'The look-back is above 5,000 bars',
      position: { offset: 0, length: 3 },
    },
    { field: 'rules.stop_loss_percent', message: 'Too tight', position: null },
  ];
  open([], { 'strategies.create': failWith(new ErrorResponse(400, 'The rules have mistakes', details)) });
  fireEvent.click(await screen.findByRole('button', { name: 'Start from this example: RSI reversal' }));
  const dialog = await screen.findByRole('dialog', { name: 'Add Strategy' });
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Add Strategy' }));
  expect(await within(dialog).findByText('The look-back is above 5,000 bars')).toBeTruthy();
  expect(within(dialog).getByText('Too tight')).toBeTruthy();
  expect(within(dialog).getByText('The rules have mistakes')).toBeTruthy();
});

it('offers a retry when loading fails', async () => {
  let isBroken = true;
  open([], {
    'strategies.list': () => {
      if (isBroken) throw new ErrorResponse(400, 'Not today');
      return { strategies: [strategyDetail()], total: 1 };
    },
  });
  expect(screen.getByText('Loading strategies...')).toBeTruthy();
  expect(await screen.findByText('Not today')).toBeTruthy();
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('link', { name: 'RSI reversal' })).toBeTruthy();
});

it('gives the focus to the name of a new strategy', async () => {
  open([]);
  const button = await screen.findByRole('button', { name: 'Add Strategy' });
  await screen.findByText('No strategies yet. Write a rule and see how it would have done.');
  fireEvent.click(button);
  const name = await screen.findByLabelText('Name');
  await waitFor(() => expect(document.activeElement).toBe(name));
});

it('shows a dash if the signals of this month cannot be loaded', async () => {
  open([strategyDetail({ id: id(1) })], { 'signals.list': failWith(new ErrorResponse(400, 'It failed')) });
  const card = await screen.findByRole('article');
  await waitFor(() => expect(card.textContent).toMatch(/Signals this month–$/));
});

it('asks before it drops a new strategy that has been changed', async () => {
  open([]);
  await screen.findByText('No strategies yet. Write a rule and see how it would have done.');
  const openDialog = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Add Strategy' }));
    return screen.findByLabelText('Name');
  };
  fireEvent.keyDown(await openDialog(), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  const name = await openDialog();
  fireEvent.change(name, { target: { value: 'Breakout' } });
  fireEvent.keyDown(name, { key: 'Escape' });
  const question = await screen.findByRole('alertdialog', { name: 'Close without adding the strategy?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Breakout');

  fireEvent.keyDown(screen.getByLabelText('Name'), { key: 'Escape' });
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
