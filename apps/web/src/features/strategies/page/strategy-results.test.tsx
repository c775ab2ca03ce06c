import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ErrorResponse, failWith } from '#testing/fake-server.ts';
import { backtestSummary, stockResult, strategyDetail, strategySweep } from '#testing/strategies.ts';
import { backtest, openStrategyPage } from '#testing/strategy-page.tsx';

it('shows the figures, what the result is worth, the trades with their reasons and all statistics', async () => {
  openStrategyPage([backtest({ summary: backtestSummary({ trades: 11 }) })], {
    'stocks.actions': () => ({
      symbol: 'AAPL',
      splits: [],
      dividends: [{ ex_date: '2020-02-07', amount: 0.77, currency: 'USD' }],
      total: 1,
    }),
  });
  const worth = await screen.findByRole('region', { name: 'What this result is worth' });
  const sentences = [
    'Only 11 trades: luck and skill look alike here.',
    'First 70 % of the time: +50 %. Last 30 %: +20 %.',
    'Delisted stocks are not in your list.',
    'Dividends are not counted; buy-and-hold would have earned more.',
    '2 bars were rejected.',
  ];
  await waitFor(() =>
    expect(
      within(worth)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(sentences),
  );
  expect(await screen.findByRole('table', { name: 'Trades of AAPL' })).toBeTruthy();
  expect(screen.getByRole('cell', { name: 'Take-profit' })).toBeTruthy();
  const statistics = screen.getByRole('region', { name: 'Statistics of AAPL' });
  expect(within(statistics).getAllByRole('term')).toHaveLength(30);
});

it('explains a statistic with its formula', async () => {
  openStrategyPage([backtest()]);
  const statistics = await screen.findByRole('region', { name: 'Statistics of AAPL' });
  fireEvent.click(within(statistics).getByRole('button', { name: 'Profit factor' }));
  const popup = await screen.findByRole('dialog', { name: 'Profit factor' });
  expect(popup.textContent).toContain('sum of positive q / −(sum of negative q)');
});

it('opens a stock from the table, and names skipped stocks and warnings', async () => {
  const warning = '10,000 USD does not buy one share of BRK-B.';
  const { inputsOf } = openStrategyPage([
    backtest({
      summary: backtestSummary({ stocks: 2 }),
      results: [stockResult(), stockResult({ symbol: 'BRK-B', warnings: [warning], pending: 'exit' })],
      skipped: [{ symbol: 'XYZ', reason: 'This strategy needs 201 bars, XYZ has 120' }],
    }),
  ]);
  const table = await screen.findByRole('table', { name: 'Results by stock' });
  expect(screen.getByText('1 stock was skipped')).toBeTruthy();
  fireEvent.click(within(table).getByRole('button', { name: /BRK-B/ }));
  expect(await screen.findByText(warning)).toBeTruthy();
  expect(screen.getByText('At the last close it decided to sell at the next open.')).toBeTruthy();
  await waitFor(() =>
    expect(inputsOf('strategies.backtests.trades')).toContainEqual(
      expect.objectContaining({ symbol: 'BRK-B' }),
    ),
  );
});

it('names dropped purchases, and runs again with fractions of shares', async () => {
  const sentence =
    '11 of 29 purchases were dropped: the cash did not buy one share. Turn on Fractions of shares.';
  const { inputsOf } = openStrategyPage([
    backtest({
      settings: { ...backtest().settings, cash: 500 },
      results: [stockResult({ dropped_orders: 11, warnings: [sentence] })],
    }),
  ]);
  const worth = await screen.findByRole('region', { name: 'What this result is worth' });
  expect(within(worth).getByText(sentence)).toBeTruthy();
  const button = within(worth).getByRole('button', { name: 'Turn on Fractions of shares and run again' });
  button.focus();
  fireEvent.click(button);
  await waitFor(() =>
    expect(inputsOf('strategies.backtests.run')).toMatchObject([
      { settings: { cash: 500, fractional: true } },
    ]),
  );
  expect(screen.getByRole('switch', { name: 'Fractions of shares' }).ariaChecked).toBe('true');
  await waitFor(() => expect(screen.queryAllByText(sentence)).toEqual([]));
  expect(document.activeElement?.tagName).toBe('MAIN');
});

it('names the stocks whose purchases were dropped, and folds a long list', async () => {
  const partly = (count: number) =>
    `${count} of 29 purchases were dropped: the cash did not buy one share. Turn on Fractions of shares.`;
  const never = '10,000 KRW does not buy one share of S0.';
  openStrategyPage([
    backtest({
      summary: backtestSummary({ stocks: 8 }),
      results: Array.from({ length: 8 }, (_, index) =>
        stockResult({
          symbol: `S${index}`,
          dropped_orders: index === 7 ? 0 : 1,
          warnings: index === 7 ? ['Another'] : index === 0 ? [never] : [partly(index + 1)],
        }),
      ),
    }),
  ]);
  const worth = await screen.findByRole('region', { name: 'What this result is worth' });
  const listed = within(worth).getAllByText(/dropped|one share/);
  expect(listed.map(({ textContent }) => textContent)).toEqual([
    never,
    ...[1, 2, 3, 4, 5, 6].map((index) => `S${index}: ${partly(index + 1)}`),
  ]);
  expect(within(worth).getByText('2 more')).toBeTruthy();
  expect(within(worth).queryByText(/Another/)).toBeNull();
  const table = screen.getByRole('table', { name: 'Results by stock' });
  expect(within(table).getByRole('img', { name: partly(2) })).toBeTruthy();
});

it('offers no fractions of shares to a backtest that had them', async () => {
  const sentence = '1 of 2 purchases was dropped: the cash did not buy one share.';
  openStrategyPage([
    backtest({
      settings: { ...backtest().settings, fractional: true },
      results: [stockResult({ dropped_orders: 1, warnings: [sentence] })],
    }),
  ]);
  const worth = await screen.findByRole('region', { name: 'What this result is worth' });
  expect(within(worth).getByText(sentence)).toBeTruthy();
  expect(within(worth).queryByRole('button')).toBeNull();
});

it('shows an earlier backtest, says that its prices have changed, and deletes it after a confirmation', async () => {
  const earlier = backtest({ id: 'old', created_at: '2026-11-18T12:00:00.000Z', is_stale: true });
  const { inputsOf } = openStrategyPage([backtest(), earlier]);
  const history = await screen.findByRole('table', { name: 'Backtests' });
  expect(screen.queryByText(/Prices have changed since this backtest/)).toBeNull();
  fireEvent.click(within(history).getByRole('button', { name: /Nov 18, 2026/ }));
  expect(await screen.findByText(/Prices have changed since this backtest/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Delete this backtest' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete this backtest?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText(/Prices have changed since this backtest/)).toBeNull());
  expect(inputsOf('strategies.backtests.delete')).toEqual([{ backtestId: 'old' }]);
});

it('tells backtests of one entry rule apart by their exits and costs', async () => {
  const [newest, oldest] = [backtest(), backtest({ id: 'old' })];
  openStrategyPage([{ ...newest, settings: { ...newest.settings, spread_percent: 1 } }, oldest]);
  const history = await screen.findByRole('table', { name: 'Backtests' });
  expect(
    within(history)
      .getAllByText(/^rsi\(14\) crosses above 70/)
      .map(({ textContent }) => textContent),
  ).toEqual(['rsi(14) crosses above 70; stop-loss 8%; spread 1%', 'rsi(14) crosses above 70; stop-loss 8%']);
});

it('shows the rules of a backtest if they have changed since', async () => {
  const ran = backtest();
  const notice = 'The rules have changed since this backtest, which ran these:';
  openStrategyPage([
    { ...ran, rules: { ...ran.rules, exit: null, max_bars: 20 } },
    {
      ...ran,
      id: 'same',
      created_at: '2026-11-18T12:00:00.000Z',
      // The server stores rules with their fields in another order.
      rules: Object.fromEntries(Object.entries(ran.rules).reverse()),
    },
  ]);
  const result = (await screen.findByText(notice)).parentElement;
  expect(result?.textContent).toContain('Sellstop-loss 8%; after 20 bars');
  const history = screen.getByRole('table', { name: 'Backtests' });
  fireEvent.click(within(history).getByRole('button', { name: /Nov 18, 2026/ }));
  expect(await screen.findByRole('heading', { name: /^Backtest of Nov 18, 2026/ })).toBeTruthy();
  expect(screen.queryByText(notice)).toBeNull();
});

it('keeps the focus on the page when the shown backtest is deleted', async () => {
  openStrategyPage([backtest(), backtest({ id: 'old', created_at: '2026-11-18T12:00:00.000Z' })]);
  const button = await screen.findByRole('button', { name: 'Delete this backtest' });
  button.focus();
  fireEvent.click(button);
  const question = await screen.findByRole('alertdialog', { name: 'Delete this backtest?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByRole('heading', { name: /Nov 18, 2026/ })).toBeTruthy();
  expect(document.activeElement?.tagName).toBe('MAIN');
});

it('leads from a deleted backtest to the newest one', async () => {
  const old = backtest({ id: 'old', created_at: '2026-11-18T12:00:00.000Z' });
  openStrategyPage([backtest(), old], {
    'strategies.backtests.get': ({ input }) => {
      if (input.backtestId === 'old') throw new ErrorResponse(404, 'Backtest not found');
      return backtest();
    },
  });
  const history = await screen.findByRole('table', { name: 'Backtests' });
  fireEvent.click(within(history).getByRole('button', { name: /Nov 18, 2026/ }));
  expect(await screen.findByText('This backtest was deleted.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show the newest' }));
  expect(await screen.findByRole('heading', { name: /^Backtest of Nov 2/ })).toBeTruthy();
});

it('names the numbers of a sweep by its own rules', async () => {
  const earlier = { ...strategyDetail().rules, entry: 'close > sma(200)' };
  const sweep = strategySweep({
    rules: earlier,
    ranges: [{ numbers: ['entry[0]'], from: 100, to: 200, step: 100 }],
    rows: [{ values: [100], in_sample: backtestSummary(), out_of_sample: null }],
  });
  const number = { address: 'entry[0]', value: 14, min: 2, max: 100 };
  openStrategyPage([backtest()], {
    'strategies.sweeps.list': () => ({ sweeps: [sweep], total: 1 }),
    'strategies.sweeps.get': () => sweep,
    'strategies.check': ({ input }) => ({
      runnable: true,
      sentences: { entry: '', exit: '' },
      problems: [],
      look_back: 14,
      numbers: [{ ...number, label: `timeperiod of ${input.rules.entry === earlier.entry ? 'SMA' : 'RSI'}` }],
    }),
  });
  expect(await screen.findByText(/^Best of the first part: Entry: SMA \(\d+\) at 100/)).toBeTruthy();
  expect(screen.getByText('The rules have changed since this sweep.')).toBeTruthy();
});

it('offers to load the sweeps again', async () => {
  openStrategyPage([backtest()], { 'strategies.sweeps.list': failWith(new TypeError('Failed to fetch')) });
  expect(await screen.findByText('Failed to load the sweep')).toBeTruthy();
});
