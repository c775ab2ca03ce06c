import { StockbookError, TaskError, waitForTask } from '@stockbook/client';
import { expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

/**
 * Polls often: a simulated history is there within a second. Gives up before the test does, whose error would not name
 * the task.
 */
const often = { intervalMs: 20, timeoutMs: 9_000 };

async function signUp() {
  const { token } = await harness().signUp();
  return harness().client(token);
}

async function addStock(stockbook: Awaited<ReturnType<typeof signUp>>, symbol: string) {
  const { data: added, response } = await stockbook.addStock({ body: { symbol } });
  expect(response.status).toBe(202);
  const taskId = added.data?.task_id ?? '';
  return waitForTask((options) => stockbook.getStockTask({ path: { taskId }, ...options }), often);
}

it('runs the main flow: sign in, add a stock, read bars, calculate an indicator, change, remove', async () => {
  const { email, password } = await harness().signUp();
  const { data: signIn } = await harness().client().login({ body: { email, password } });
  const stockbook = harness().client(signIn.access_token);
  expect(await addStock(stockbook, '^GSPC')).toMatchObject({
    status: 'SUCCESS',
    result: { symbol: '^GSPC' },
  });

  const path = { symbol: '^GSPC' };
  const range = { start_date: '2020-01-06', end_date: '2020-01-10' };
  const { data: bars } = await stockbook.getBars({ path, query: range });
  expect(bars).toMatchObject({ symbol: '^GSPC', interval: 'daily', data: { length: 5 } });

  const request = { stock_symbol: '^GSPC', ta_indicator: 'SMA', parameters: { timeperiod: 5 } };
  const { data: started } = await stockbook.calculateIndicator({ body: request });
  const calculated = await waitForTask(
    (options) => stockbook.getIndicatorTask({ path: { taskId: started.task_id }, ...options }),
    often,
  );
  const ids = [calculated.result?.indicator_id ?? ''];
  const { data: values } = await stockbook.listStockIndicators({ path, query: { ids } });
  expect(values.indicators[0]?.parameters).toEqual({ timeperiod: 5 });

  await stockbook.updateStock({ path, body: { is_favorite: true, notes: 'Zwölf 鼎' } });
  const { data: list } = await stockbook.listStocks();
  expect(list.stocks[0]).toMatchObject({ is_favorite: true, notes: 'Zwölf 鼎', stock: { symbol: '^GSPC' } });

  const { data: removed } = await stockbook.removeStock({ path });
  expect(removed.message).toBe('^GSPC was removed from your watch list');
});

it('creates an own instrument, sends its prices and actions, reads, changes and deletes it', async () => {
  const stockbook = await signUp();
  const path = { symbol: '@BOND' };
  const { data: created } = await stockbook.createInstrument({
    body: { symbol: '@bond', name: 'Bond', currency: 'EUR', type: 'Bond', quoted_in: 'percent' },
  });
  expect(created).toMatchObject({ symbol: '@BOND', bars: 0, task_id: null });
  const bars = [
    { date: '2026-01-02', close: 98.5 },
    { date: '2026-01-05', close: 99 },
  ];
  const { data: preview } = await stockbook.setInstrumentBars({
    path,
    body: { bars },
    query: { preview: true },
  });
  expect(preview).toMatchObject({ added: 2, problems: 0 });
  expect((await stockbook.setInstrumentBars({ path, body: { bars } })).data.added).toBe(2);
  const evening = { bars: [{ date: '2026-01-06', close: 99.5 }] };
  expect((await stockbook.addInstrumentBars({ path, body: evening })).data.added).toBe(1);
  const repeat = { months: 6, until: '2027-01-02' };
  const { data: actions } = await stockbook.setInstrumentActions({
    path,
    body: { dividends: [{ ex_date: '2026-01-02', amount: 2.5, repeat }] },
  });
  expect(actions.dividends.map(({ ex_date }) => ex_date)).toEqual(['2026-01-02', '2026-07-02', '2027-01-02']);
  const { data: read } = await stockbook.getBars({ path });
  expect(read.data.map(({ close }) => close)).toEqual([98.5, 99, 99.5]);
  const query = { since: '2026-01-06' };
  expect((await stockbook.deleteInstrumentBars({ path, query })).data.removed).toBe(1);
  const { data: renamed } = await stockbook.updateInstrument({ path, body: { name: 'Federal bond' } });
  expect(renamed.name).toBe('Federal bond');
  const terms = { start_date: '2026-01-02', percent_a_year: 3, compounding: 'none' } as const;
  const { data: shown } = await stockbook.previewInstrument({
    body: { pricing: 'interest', terms, currency: 'EUR' },
  });
  expect(shown.bars).toHaveLength(5);
  expect((await stockbook.exportInstrumentBars()).data).toContain('@BOND,2026-01-02,98.5');
  await stockbook.deleteInstrument({ path, query: { confirmation: '@BOND' } });
  expect((await stockbook.listInstruments()).data.total).toBe(0);
});

it('refreshes a stock with a request without a body', async () => {
  const stockbook = await signUp();
  await addStock(stockbook, 'AAPL');
  const { data } = await stockbook.refreshStock({ path: { symbol: 'AAPL' } });
  const { task_id: taskId } = data.data;
  const ended = await waitForTask(
    (options) => stockbook.getStockTask({ path: { taskId }, ...options }),
    often,
  );
  expect(ended.message).toBe('AAPL is up to date');
});

it('throws the sentence of a task that fails', async () => {
  await expect(addStock(await signUp(), 'XYZ')).rejects.toEqual(new TaskError('No stock found for "XYZ"'));
});

it('throws the sentence, the status and the invalid fields when the server refuses a call', async () => {
  const stockbook = await signUp();
  const message = 'start_date must not be after end_date';
  const query = { start_date: '2024-03-01', end_date: '2024-02-01' };
  const refused = await stockbook.getBars({ path: { symbol: 'AAPL' }, query }).catch((error) => error);
  expect(refused).toBeInstanceOf(StockbookError);
  expect(refused).toMatchObject({
    message,
    status: 400,
    code: 'BAD_REQUEST',
    details: [{ field: 'start_date', message }],
  });
  await expect(harness().client('unknown').getCurrentUser()).rejects.toMatchObject({ status: 401 });
});
