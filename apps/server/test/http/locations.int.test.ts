import { beforeAll, describe, expect, it } from 'vitest';
import type { RestResponse } from '../support/api-harness.ts';
import {
  callRest,
  changingInputs,
  createAccessToken,
  guardedOperations,
  useFullAccount,
} from '../support/changing-inputs.ts';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

let token = '';
beforeAll(async () => {
  token = (await harness().signUp()).token;
  await harness().addStock(token, 'AAPL');
});

const post = (path: string, body?: object) =>
  harness().rest('POST', path, { token, ...(body ? { body } : {}) });

/** The `location` of a response, below `/api`. */
function locationOf({ headers }: RestResponse): string {
  const [, path = ''] = /^\/api(\/.+)$/.exec(String(headers.location)) ?? [];
  return path;
}

const noResult = {
  symbol: null,
  rows: null,
  indicator_id: null,
  indicator_name: null,
  indicators: null,
  backtest_id: null,
  sweep_id: null,
};

describe('the location of a task', () => {
  it.each([
    ['add-stock', '/stocks', { symbol: 'KO' }, { symbol: 'KO', rows: expect.any(Number) }],
    ['refresh-stock', '/stocks/AAPL/refresh', undefined, { symbol: 'AAPL', rows: expect.any(Number) }],
    [
      'calculate-indicator',
      '/indicators/calculate',
      { stock_symbol: 'AAPL', ta_indicator: 'RSI' },
      {
        indicator_id: expect.any(String),
        indicator_name: 'Relative Strength Index',
        rows: expect.any(Number),
      },
    ],
    ['import-stocks', '/stocks/import', { text: 'PEP', commit: true }, {}],
  ] as const)('leads to its state: %s', async (kind, path, body, result) => {
    const started = await post(path, body);
    expect(started.status).toBe(202);
    expect(await harness().waitForTask(locationOf(started), token)).toEqual({
      task_id: locationOf(started).split('/').at(-1),
      kind,
      status: 'SUCCESS',
      message: expect.any(String),
      progress: null,
      result: { ...noResult, ...result },
      error: null,
      created_at: expect.any(String),
      finished_at: expect.any(String),
    });
  });

  it('leads to the state of an import of transactions', async () => {
    const { body } = await post('/portfolios', { name: 'mine' });
    const text = 'date,symbol,type,quantity,unitprice,currency,fee\n2024-05-20,,fee,1,2,USD,0';
    const started = await post(`/portfolios/${body.id}/import`, { text, commit: true });
    expect(started.status).toBe(202);
    expect(await harness().waitForTask(locationOf(started), token)).toMatchObject({
      kind: 'import-transactions',
      status: 'SUCCESS',
      result: noResult,
    });
  });

  it('leads to the reason when the task fails', async () => {
    const started = await post('/stocks', { symbol: 'NOPE' });
    expect(await harness().waitForTask(locationOf(started), token)).toMatchObject({
      status: 'FAILURE',
      result: null,
      error: 'No stock found for "NOPE"',
    });
  });

  it('sends no location when no task was started', async () => {
    const { status, headers } = await post('/stocks', { symbol: 'AAPL' });
    expect([status, headers.location]).toEqual([200, undefined]);
  });
});

describe('the location of a created resource', () => {
  const account = useFullAccount(harness);
  /** They make several transactions. */
  const several = ['portfolios.transactions.transfer', 'portfolios.takeDividends'];
  const creating = guardedOperations.filter(
    ({ statuses, name }) => statuses.includes(201) && !several.includes(name),
  );

  it.each(creating.map((operation) => [operation.name, operation] as const))(
    'sends the path of a created resource as its location: %s',
    async (name, operation) => {
      const { userId, ids } = account();
      const call = { token: await createAccessToken(harness(), userId) };
      const created = await callRest(harness(), operation, changingInputs[name]?.(ids) ?? {}, call.token);
      expect(created.status).toBe(201);
      const { status, body } = await harness().rest('GET', locationOf(created), call);
      expect([status, body.id]).toEqual([200, created.body.id]);
    },
  );

  it('sends the profile as the location of a new account', async () => {
    const body = { email: 'new@example.com', username: 'new', password: 'a long and private sentence' };
    const created = await harness().rest('POST', '/auth/register', { body });
    expect([created.status, locationOf(created)]).toEqual([201, '/auth/me']);
  });
});
