import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import {
  type ArbitraryRequest,
  arbitraryRequest,
  known,
  operationIds,
} from '../support/arbitrary-request.ts';
import { judge } from '../support/contract.ts';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();

let userId = '';
let accessToken = '';
let personalToken = '';
/** What there is for an operation to be asked about. */
const knownTo: Record<string, string> = {};

beforeAll(async () => {
  const { token } = await harness().signUp('fuzz');
  accessToken = token;
  knownTo.getStockTask = String((await harness().addStock(token, 'AAPL')).task_id);
  const calculation = { stock_symbol: 'AAPL', ta_indicator: 'MACD' };
  knownTo.getIndicatorTask = String((await harness().calculate(token, calculation)).task_id);
  userId = String((await harness().rest('GET', '/auth/me', { token })).body.id);
  await renewTokens();
});

/** The requests sign out and revoke, too: afterwards there are new tokens, made without the slow password. */
async function renewTokens(): Promise<void> {
  const { sessions, database } = harness().services;
  const signIn = await sessions.create(database.fork(), userId);
  accessToken = signIn.accessToken;
  knownTo.refreshToken = signIn.refreshToken;
  const made = await harness().rest('POST', '/auth/tokens', {
    token: accessToken,
    body: { name: 'fuzz' },
  });
  if (made.status !== 201) return;
  personalToken = String(made.body.token);
  knownTo.deleteToken = String(made.body.id);
}

async function send({ operation, method, url, body, headers, bearer }: ArbitraryRequest) {
  const fill = (text: string) => text.replaceAll(known, knownTo[operation] ?? known);
  const token = { access: accessToken, personal: personalToken, garbage: 'garbage', none: null }[bearer];
  return harness().app.inject({
    method,
    url: fill(`/api${url}`),
    headers: { ...headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    ...(body === undefined ? {} : { payload: fill(body) }),
  });
}

it('10,000 requests over all operations: none ends in a 5xx, each answer is as described', async () => {
  const seen = new Map<string, Set<number>>();
  await fc.assert(
    fc.asyncProperty(arbitraryRequest, async (request) => {
      const response = await send(request);
      const { statusCode: status, headers } = response;
      expect(status).toBeLessThan(500);
      const isPlain = headers['content-encoding'] === undefined;
      if (isPlain) judge(request.method, request.url, { status, headers, text: response.body });
      seen.set(request.operation, (seen.get(request.operation) ?? new Set()).add(status));
      if (status === 401 && request.bearer !== 'garbage' && request.bearer !== 'none') await renewTokens();
    }),
    { numRuns: 10_000, seed: 20_260_101, endOnFailure: true },
  );
  expect([...seen.keys()].sort()).toEqual([...operationIds].sort());
  // A fuzz that never gets in would prove little.
  const neverDone = operationIds.filter((id) => ![...(seen.get(id) ?? [])].some((status) => status < 300));
  expect(neverDone).toEqual([]);
  expect((await harness().rest('GET', '/health')).body.status).toBe('healthy');
  expect(harness().logged.filter((line) => line.includes('"level":50'))).toEqual([]);
}, 180_000);
