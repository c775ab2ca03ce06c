import { beforeEach, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

let token = '';
const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  harness().rest(method, path, { token, ...(body && { body }) });

beforeEach(async () => {
  token = (await harness().signUp()).token;
  await call('POST', '/instruments/', { symbol: '@FLAT', name: 'Flat', currency: 'EUR' });
});

it('takes an own symbol out of a list, and names one that does not exist', async () => {
  await call('DELETE', '/stocks/@FLAT');
  const text = "symbol,name\r\n'@FLAT,Flat\r\n'@NONE,\r\n";
  const preview = await call('POST', '/stocks/import', { text, commit: false });
  expect(preview.body).toMatchObject({
    new_stocks: 1,
    lines: [
      { symbol: '@FLAT', verdict: 'new' },
      { symbol: '@NONE', verdict: 'not_recognised', message: '@NONE is an own instrument: create it first' },
    ],
  });
  const started = await call('POST', '/stocks/import', { text, commit: true });
  await harness().waitForTask(`/tasks/${started.body.task_id}`, token);
  expect((await call('GET', '/stocks/')).body).toMatchObject({
    stocks: [{ stock: { symbol: '@FLAT', data_source: 'own' } }],
  });
});

it('writes own symbols into a CSV file so that no spreadsheet runs them, and none for TradingView', async () => {
  expect((await call('GET', '/stocks/export.csv')).text).toContain("\r\n'@FLAT,Flat,");
  expect((await call('GET', '/stocks/export.txt')).text).not.toContain('FLAT');
});

it('reads transactions of an own instrument from a file, and names an unknown one', async () => {
  const { id } = (await call('POST', '/portfolios', { name: 'Main', currency: 'EUR' })).body;
  const text = [
    'date,type,symbol,quantity,price,currency',
    "2024-05-20,BUY,'@FLAT,1,240000,EUR",
    "2024-05-21,BUY,'@NONE,1,1,EUR",
  ].join('\n');
  const preview = await call('POST', `/portfolios/${id}/import`, { text, commit: false });
  expect(preview.body).toMatchObject({
    counts: { new: 1, problem: 1 },
    lines: expect.arrayContaining([
      expect.objectContaining({ message: '@NONE is an own instrument: create it first' }),
    ]),
  });
});
