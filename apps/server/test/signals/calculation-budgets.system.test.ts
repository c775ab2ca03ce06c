import { expect, it } from 'vitest';
import { usePriceFiles } from '../support/with-price-files.ts';

/** Many times what a comparison takes before its only step, less than a long indicator takes over these bars. */
const files = usePriceFiles({}, undefined, { previewMs: 50, screenMs: 50 });

/** A bar a day, from 1985 to 2020. */
const lines = Array.from({ length: 36 * 365 }, (_, bar) => {
  const date = new Date(Date.UTC(1985, 0, 1 + bar)).toISOString().slice(0, 10);
  const price = 9 + (bar % 2) * 2;
  return `${date},${price},${price},${price},${price},100`;
});

async function tracking(...symbols: string[]) {
  const { harness, putLines } = files();
  const { token } = await harness.signUp();
  for (const symbol of symbols) {
    await putLines(symbol, lines);
    await harness.addStock(token, symbol);
  }
  const post = (path: string, body: object) => harness.rest('POST', path, { token, body });
  return { post, token, harness };
}

it('rejects a preview that takes too long, and leaves the threads to others', async () => {
  const symbol = 'LONG';
  const { post, token, harness } = await tracking(symbol);
  const error = 'This rule takes too long on 36 years of prices. Use fewer or shorter indicators';
  expect(await post('/signals/preview', { when: 'avgdev(2200) > 10', symbol })).toMatchObject({
    status: 400,
    body: { error, details: [{ field: 'when', message: error }] },
  });
  const calculation = { stock_symbol: symbol, ta_indicator: 'SMA', parameters: { timeperiod: 50 } };
  expect(await harness.calculate(token, calculation)).toMatchObject({ status: 'SUCCESS' });
  // Without indicators, a rule is evaluated in one step.
  expect((await post('/signals/preview', { when: 'close > 10', symbol })).status).toBe(200);
});

it('skips the remaining stocks of a screen whose time is used up', async () => {
  const symbols = ['FIRST', 'SECOND', 'THIRD', 'FOURTH'];
  const { post } = await tracking(...symbols);
  const sum = Array.from({ length: 8 }, () => 'close').join(' + ');
  const when = Array.from({ length: 20 }, (_, level) => `${sum} > ${level}`).join(' and ');
  const { status, body } = await post('/signals/screen', { when });
  const skipped = symbols
    .slice(Number(body.total))
    .map(() => ({ reason: 'The time for this screen was used up' }));
  expect({ status, body }).toMatchObject({ status: 200, body: { skipped } });
  expect(skipped.length).toBeGreaterThan(0);
  expect(body.total).toBeGreaterThan(0);
});

it('answers a preview while a sweep of the same user is running', async () => {
  const symbols = ['SWEPT', 'SWEPTTOO'];
  const { post, token, harness } = await tracking(...symbols);
  const rules = { format: 'stockbook/1', entry: 'avgdev(2000) > 0', max_bars: 9, scope: { symbols } };
  const strategy = `/strategies/${(await post('/strategies', { name: 'slow', rules })).body.id}`;
  const ranges = [{ numbers: ['entry[0]'], from: 2_000, to: 2_499, step: 1 }];
  const { body } = await post(`${strategy}/sweeps`, { ranges });
  const info = async () =>
    (await harness.rest('GET', `/strategies/task/${body.task_id}`, { token })).body.info;
  await expect.poll(info).toMatchObject({ current: 0, total: 2 });
  for (let number = 0; number < 5; number += 1) {
    const preview = { when: `close > ${number}`, symbol: symbols[0] };
    expect((await post('/signals/preview', preview)).status).toBe(200);
  }
  expect(await info()).toMatchObject({ current: 0 });
  await harness.rest('DELETE', strategy, { token });
});
