import { randomUUID } from 'node:crypto';
import { appRouter, type RestOperation, restOperations } from '@stockbook/api';
import { TRPCClientError } from '@trpc/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { type RestResponse, useHarness } from '../support/harness.ts';

const harness = useHarness();
const operations = restOperations();
const guarded = operations.filter(({ isPublic }) => !isPublic);

/** Everything a stranger can hold up: what belongs to somebody else, and what never was. */
const othersIds: Record<string, string> = {};
const neverIds: Record<string, string> = {
  symbol: 'NEVER',
  taskId: randomUUID(),
  tokenId: randomUUID(),
  strategyId: randomUUID(),
  portfolioId: randomUUID(),
};
let stranger = '';

beforeAll(async () => {
  const owner = await harness().signUp();
  const { token } = owner;
  const added = await harness().rest('POST', '/stocks', { token, body: { symbol: 'AAPL' } });
  const made = await harness().rest('POST', '/auth/tokens', { token, body: { name: 'theirs' } });
  othersIds.symbol = 'AAPL';
  othersIds.taskId = (added.body.data as { task_id: string }).task_id;
  othersIds.tokenId = String(made.body.id);
  const named = { token, body: { name: 'theirs' } };
  othersIds.strategyId = String((await harness().rest('POST', '/strategies', named)).body.id);
  othersIds.portfolioId = String((await harness().rest('POST', '/portfolios', named)).body.id);
  await harness().waitForTask(`/stocks/tasks/${othersIds.taskId}`, token);
  const calculated = { stock_symbol: 'AAPL', ta_indicator: 'RSI' };
  const calculation = await harness().rest('POST', '/indicators/calculate', { token, body: calculated });
  othersIds.indicatorTaskId = String(calculation.body.task_id);
  stranger = (await harness().signUp()).token;
});

/** Calls an operation with ids of one kind, and a body in which everything is right. */
function callRest({ method, path }: RestOperation, ids: Record<string, string>, token?: string) {
  const task = path.startsWith('/indicators/task') ? (ids.indicatorTaskId ?? ids.taskId) : ids.taskId;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((name === 'taskId' ? task : ids[name]) ?? `no ${name} is known`),
  );
  const body = {
    symbol: ids.symbol,
    stock_symbol: ids.symbol,
    ta_indicator: 'RSI',
    is_favorite: true,
    name: 'mine',
  };
  const hasBody = method === 'POST' || method === 'PATCH';
  return harness().rest(method, filled, {
    ...(token === undefined ? {} : { token }),
    ...(hasBody ? { body } : {}),
  });
}

/** The same through the other door: what it refuses with. */
async function trpcRefusal({ name, method }: RestOperation, input: object, token?: string) {
  let target: unknown = harness().trpc(token);
  for (const step of [...name.split('.'), method === 'GET' ? 'query' : 'mutate']) {
    target = Reflect.get(Object(target), step);
  }
  if (typeof target !== 'function') throw new Error(`the client has no ${name}`);
  try {
    await target(input);
    return null;
  } catch (error) {
    if (!(error instanceof TRPCClientError)) throw error;
    return { code: error.data.code, message: error.message };
  }
}

describe('the router', () => {
  it('publishes every procedure through both doors', () => {
    expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(appRouter._def.procedures).sort());
  });

  it('has these procedures and no others that need no token', () => {
    const names = operations.filter(({ isPublic }) => isPublic).map(({ name }) => name);
    expect(names.sort()).toEqual([
      'auth.login',
      'auth.refresh',
      'auth.register',
      'system.health',
      'system.live',
      'system.ready',
      'system.version',
    ]);
  });
});

describe('every procedure that is not public', () => {
  const refusal = { error: 'Sign in to continue', code: 'UNAUTHORIZED' };

  async function expectRefused(operation: RestOperation, token?: string): Promise<void> {
    const answer = await callRest(operation, neverIds, token);
    expect([operation.name, answer.status, answer.body]).toEqual([operation.name, 401, refusal]);
    expect([operation.name, await trpcRefusal(operation, {}, token)]).toEqual([
      operation.name,
      { code: 'UNAUTHORIZED', message: refusal.error },
    ]);
  }

  it('answers 401 without a token', async () => {
    for (const operation of guarded) await expectRefused(operation);
  });

  it('answers 401 with the token of a sign-in that has ended', async () => {
    const { token } = await harness().signUp();
    await harness().rest('POST', '/auth/logout', { token });
    for (const operation of guarded) await expectRefused(operation, token);
  });

  it('answers 401 with a personal access token that was revoked', async () => {
    const { token } = await harness().signUp();
    const made = await harness().rest('POST', '/auth/tokens', { token, body: { name: 'script' } });
    const secret = String(made.body.token);
    expect((await harness().rest('GET', '/auth/me', { token: secret })).status).toBe(200);
    await harness().rest('DELETE', `/auth/tokens/${made.body.id}`, { token });
    for (const operation of guarded) await expectRefused(operation, secret);
  });
});

describe('what belongs to another user', () => {
  /** A stock's facts are everybody's; only what a user keeps about it is theirs. */
  const shared = new Set(['stocks.info']);
  const named = guarded.filter(
    ({ path, name }) => (path.includes('{') || name === 'indicators.calculate') && !shared.has(name),
  );

  it.each(named.map((operation) => [operation.name, operation] as const))(
    '%s answers like what never was',
    async (_, operation) => {
      const answers: RestResponse[] = [];
      for (const ids of [othersIds, neverIds]) answers.push(await callRest(operation, ids, stranger));
      const [theirs, never] = answers;
      expect(theirs?.status).toBe(404);
      expect(theirs?.body).toMatchObject({ code: 'NOT_FOUND' });
      expect([never?.status, never?.text]).toEqual([404, theirs?.text]);

      const refusals = [othersIds, neverIds].map((ids) => {
        const taskId =
          operation.name === 'indicators.task' ? (ids.indicatorTaskId ?? ids.taskId) : ids.taskId;
        const body = { stock_symbol: ids.symbol, ta_indicator: 'RSI', is_favorite: true };
        return trpcRefusal(operation, { ...ids, ...body, taskId }, stranger);
      });
      const [theirRefusal, neverRefusal] = await Promise.all(refusals);
      expect(theirRefusal).toEqual({ code: 'NOT_FOUND', message: theirs?.body.error });
      expect(neverRefusal).toEqual(theirRefusal);
    },
  );

  it('is in no list of anybody else', async () => {
    const { token: owner } = await harness().signUp();
    await harness().rest('POST', '/strategies', { token: owner, body: { name: 'mine' } });
    await harness().rest('POST', '/portfolios', { token: owner, body: { name: 'mine' } });
    const { token } = await harness().signUp();
    for (const path of ['/strategies', '/portfolios', '/stocks', '/auth/tokens']) {
      expect([path, (await harness().rest('GET', path, { token })).body.total]).toEqual([path, 0]);
    }
  });
});
