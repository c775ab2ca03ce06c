import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ErrorResponse, failWith } from '#testing/fake-server.ts';
import { strategyDetail } from '#testing/strategies.ts';
import { openStrategyPage } from '#testing/strategy-page.tsx';

const runButton = () => screen.findByRole('button', { name: 'Run backtest' });

it('saves changed rules before it runs them, and keeps unknown fields', async () => {
  const strategy = strategyDetail();
  const { inputsOf } = openStrategyPage([], {}, { ...strategy, rules: { ...strategy.rules, note: 'mine' } });
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(save.disabled).toBe(true);
  fireEvent.change(screen.getByLabelText('Stop-loss (%)'), { target: { value: '5' } });
  expect(save.disabled).toBe(false);
  fireEvent.click(await runButton());
  await waitFor(() => expect(inputsOf('strategies.backtests.run')).toHaveLength(1));
  expect(inputsOf('strategies.update')).toMatchObject([{ rules: { stop_loss_percent: 5, note: 'mine' } }]);
  await waitFor(() => expect(save.disabled).toBe(true));
});

it('does not run invalid input', async () => {
  const { inputsOf } = openStrategyPage([]);
  fireEvent.change(await screen.findByLabelText('Spread (%)'), { target: { value: '11' } });
  fireEvent.click(await runButton());
  expect(screen.getByText('0 to 10')).toBeTruthy();
  expect(inputsOf('strategies.backtests.run')).toEqual([]);
});

it('focuses the first control of a mistake that belongs to several', async () => {
  openStrategyPage([]);
  fireEvent.click(await screen.findByRole('switch', { name: 'Sell by a rule' }));
  const stop = screen.getByLabelText('Stop-loss (%)');
  fireEvent.change(stop, { target: { value: '' } });
  fireEvent.click(await runButton());
  expect(screen.getByText(/^A strategy needs a way out/)).toBeTruthy();
  expect(document.activeElement).toBe(stop);
  fireEvent.change(stop, { target: { value: '8' } });
  fireEvent.click(screen.getByRole('button', { name: 'Chosen' }));
  fireEvent.click(await runButton());
  expect(screen.getByText('Choose at least one stock')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'AAPL' }));
});

it('shows why a run was refused, has failed or cannot be saved', async () => {
  let start = failWith(new ErrorResponse(409, 'Two of your runs are in progress. Wait until one has ended'));
  openStrategyPage([], {
    'strategies.backtests.run': () => start(),
    'strategies.update': failWith(new TypeError('Failed to fetch')),
  });
  fireEvent.click(await runButton());
  expect(await screen.findByText('Two of your runs are in progress. Wait until one has ended')).toBeTruthy();
  start = failWith(new TypeError('Failed to fetch'));
  fireEvent.click(await runButton());
  expect(await screen.findByText('Failed to run backtest')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Other' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Failed to save strategy')).toBeTruthy();
});

it('names the stocks on which a live strategy gives no signals', async () => {
  const message = 'This strategy needs 201 bars, XYZ has 120';
  openStrategyPage([], {}, strategyDetail({ is_active: true, live_problems: [{ symbol: 'XYZ', message }] }));
  expect(await screen.findByText('No live signals on 1 stock')).toBeTruthy();
  expect(screen.getByRole('listitem').textContent).toBe(`XYZ: ${message}`);
});

it('deletes the strategy after a confirmation', async () => {
  const { inputsOf } = openStrategyPage([]);
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const question = await screen.findByRole('alertdialog', {
    name: /^Delete "RSI reversal" with its backtests/,
  });
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(inputsOf('strategies.delete')).toEqual([{ strategyId: strategyDetail().id }]));
});

it('names a strategy that does not exist, and rules that cannot be run', async () => {
  openStrategyPage([], { 'strategies.get': failWith(new ErrorResponse(404, 'Strategy not found')) });
  expect(await screen.findByRole('heading', { name: 'Strategy Not Found' })).toBeTruthy();
});

it('shows rules of its own form as text', async () => {
  openStrategyPage([], {}, strategyDetail({ runnable: false, rules: { entry: { below: 30 } } }));
  expect(await screen.findByText("This strategy's rules are not in a form that can be run")).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Run backtest' })).toBeNull();
});
