import { beforeAll, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

let token = '';
let portfolioId = '';
type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
const call = async (method: Method, path: string, body?: object) => {
  const response = await harness().rest(method, path, { token, ...(body && { body }) });
  expect([method, path, response.status, response.body.error]).toEqual([
    method,
    path,
    expect.toSatisfy((status: number) => status < 300),
    undefined,
  ]);
  return response.body;
};

const instrument = (name: string, close: number) => ({
  symbol: '@GONE',
  name,
  currency: 'EUR',
  bars: [
    { date: '2024-05-20', close: 1 },
    { date: '2024-05-21', close },
  ],
});

beforeAll(async () => {
  token = (await harness().signUp()).token;
  await harness().addStock(token, 'AAPL');
  await call('POST', '/instruments', { ...instrument('Old', 1), bars: [{ date: '2024-05-20', close: 1 }] });
  await call('POST', '/signals/rules', { when: 'close > 1', symbol: '@GONE' });
  await call('POST', '/instruments/@GONE/bars', { bars: [{ date: '2024-05-21', close: 2 }] });
  await call('POST', '/journal', { symbol: '@GONE', text: 'About the old one', day: '2024-05-21' });
  await call('POST', '/lists', { name: 'List', symbols: ['@GONE', 'AAPL'] });
  const portfolio = await call('POST', '/portfolios', { name: 'Main', currency: 'EUR', benchmark: '@GONE' });
  portfolioId = String(portfolio.id);
  await call('PUT', `/portfolios/${portfolioId}/targets`, {
    targets: [
      { symbol: '@GONE', percent: 40 },
      { symbol: 'AAPL', percent: 60 },
    ],
  });
  const group = await call('POST', `/portfolios/${portfolioId}/tags`, { name: 'Risk' });
  await call('PATCH', `/portfolios/${portfolioId}/tags/${group.id}`, {
    tags: [{ name: 'Low', shares: [{ symbol: '@GONE', percent: 100 }] }],
  });
  await call('DELETE', '/instruments/@GONE?confirmation=@GONE');
});

it('takes a deleted instrument out of benchmarks, targets, tags, lists and rules', async () => {
  expect(await call('GET', `/portfolios/${portfolioId}`)).toMatchObject({ benchmark: null });
  expect((await call('GET', `/portfolios/${portfolioId}/targets`)).targets).toMatchObject([
    { symbol: 'AAPL' },
  ]);
  expect(JSON.stringify(await call('GET', `/portfolios/${portfolioId}/tags`))).not.toContain('@GONE');
  expect(JSON.stringify(await call('GET', '/lists'))).not.toContain('@GONE');
  expect(await call('GET', '/signals/rules')).toMatchObject({ total: 0 });
  expect(await call('GET', '/stocks')).toMatchObject({ total: 1 });
});

it('keeps the signals and journal entries of a deleted instrument, which join no later one of its symbol', async () => {
  const sentence = expect.stringContaining('@GONE: close was above 1');
  const left = { signals: [{ symbol: '@GONE', sentence }], total: 1 };
  const entries = [{ symbol: '@GONE', name: null, text: 'About the old one', close: null, last_close: null }];
  expect(await call('GET', '/signals')).toMatchObject(left);
  expect(await call('GET', '/journal?symbol=@GONE')).toMatchObject({ entries, total: 1 });

  await call('POST', '/instruments', instrument('New', 5));
  await call('POST', '/journal', { symbol: '@GONE', text: 'About the new one', day: '2024-05-21' });
  expect(await call('GET', '/signals')).toMatchObject(left);
  expect(await call('GET', '/signals?symbol=@GONE')).toMatchObject({ signals: [], total: 0 });
  expect(await call('GET', '/journal?symbol=@GONE')).toMatchObject({
    entries: [{ name: 'New', text: 'About the new one', close: 5, last_close: 5 }],
    total: 1,
  });
  expect((await call('GET', '/journal')).entries).toMatchObject([{ name: 'New' }, ...entries]);
});
