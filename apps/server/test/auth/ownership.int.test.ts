import { randomUUID } from 'node:crypto';
import { appRouter, type RestOperation, restOperations } from '@stockbook/api';
import { sql } from '@stockbook/db/testing';
import { TRPCClientError } from '@trpc/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { addFailedDelivery } from '../support/add-failed-delivery.ts';
import { addPasskey } from '../support/add-passkey.ts';
import { addRuns } from '../support/add-runs.ts';
import type { RestResponse } from '../support/api-harness.ts';
import { callProcedure } from '../support/call-procedure.ts';
import { useHarness } from '../support/harness.ts';
import { ppFile } from '../support/pp-file.ts';

const harness = useHarness();
const operations = restOperations();
const guarded = operations.filter(({ isPublic }) => !isPublic);

/** Ids of resources of another user, and ids that do not exist. */
const othersIds: Record<string, string> = {};
const unknownIds: Record<string, string> = {
  symbol: 'NEVER',
  taskId: randomUUID(),
  tokenId: randomUUID(),
  strategyId: randomUUID(),
  backtestId: randomUUID(),
  sweepId: randomUUID(),
  portfolioId: randomUUID(),
  transactionId: randomUUID(),
  importId: randomUUID(),
  moveId: randomUUID(),
  groupId: randomUUID(),
  studySetId: randomUUID(),
  listId: randomUUID(),
  entryId: randomUUID(),
  id: randomUUID(),
  channelId: randomUUID(),
  deliveryId: randomUUID(),
  signInId: randomUUID(),
  passkeyId: randomUUID(),
  noticeId: randomUUID(),
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
  othersIds.portfolioId = String((await harness().rest('POST', '/portfolios', named)).body.id);
  const deposit = { token, body: { type: 'DEPOSIT', date: '2024-05-20', amount: 1 } };
  const ofPortfolio = (path: string) => `/portfolios/${othersIds.portfolioId}${path}`;
  othersIds.transactionId = String(
    (await harness().rest('POST', ofPortfolio('/transactions'), deposit)).body.id,
  );
  othersIds.groupId = String((await harness().rest('POST', ofPortfolio('/tags'), named)).body.id);
  const file = { token, body: { text: portfolioFields.text, commit: true } };
  const importing = await harness().rest('POST', ofPortfolio('/import'), file);
  othersIds.importId = String(importing.body.import_id);
  othersIds.transactionImportTaskId = String(importing.body.task_id);
  await harness().waitForTask(`/portfolios/task/${othersIds.transactionImportTaskId}`, token);
  const data = Buffer.from(ppFile()).toString('base64');
  const files = { token, body: { files: [{ name: 'file.xml', data }] } };
  const moving = await harness().rest('POST', '/portfolios/move-in', files);
  othersIds.moveId = String(moving.body.move_id);
  await harness().waitForTask(`/portfolios/task/${moving.body.task_id}`, token);
  othersIds.listId = String((await harness().rest('POST', '/lists', named)).body.id);
  const studySet = { token, body: { name: 'theirs', studies: [{ indicator_function: 'SMA' }] } };
  othersIds.studySetId = String((await harness().rest('POST', '/study-sets', studySet)).body.id);
  const channel = { kind: 'ntfy', name: 'theirs', target: 'https://ntfy.example.com/theirs' };
  const created = await harness().rest('POST', '/notifications/channels', { token, body: channel });
  othersIds.channelId = String(created.body.id);
  othersIds.deliveryId = await addFailedDelivery(harness().services.database, othersIds.channelId);
  await harness().waitForTask(`/stocks/tasks/${othersIds.taskId}`, token);
  const entry = { token, body: { symbol: 'AAPL', text: 'theirs' } };
  othersIds.entryId = String((await harness().rest('POST', '/journal', entry)).body.id);
  const { taskId: strategyTaskId, ...runs } = await addRuns(harness(), token);
  Object.assign(othersIds, { ...runs, strategyTaskId });
  const rule = { when: 'close > 1', symbol: 'AAPL' };
  othersIds.id = String((await harness().rest('POST', '/signals/rules', { token, body: rule })).body.id);
  const calculated = { stock_symbol: 'AAPL', ta_indicator: 'RSI' };
  const calculation = await harness().rest('POST', '/indicators/calculate', { token, body: calculated });
  othersIds.indicatorTaskId = String(calculation.body.task_id);
  const imported = { token, body: { text: 'AAPL KO', commit: true } };
  othersIds.importTaskId = String((await harness().rest('POST', '/stocks/import', imported)).body.task_id);
  const signIns = await harness().rest('GET', '/auth/sign-ins', { token });
  othersIds.signInId = String((signIns.body.sign_ins as { id: string }[])[0]?.id);
  const me = await harness().rest('GET', '/auth/me', { token });
  othersIds.passkeyId = await addPasskey(harness().services, String(me.body.id));
  const events = await harness().rest('GET', '/auth/events', { token });
  othersIds.noticeId = String((events.body.events as { id: string }[])[0]?.id);
  await sql`update security_event set is_notice = true where id = ${othersIds.noticeId}`.execute(
    harness().services.database.fork().getKysely(),
  );
  stranger = (await harness().signUp()).token;
});

/** The id of a task of the operation's kind. */
function taskIdFor({ name }: RestOperation, ids: Record<string, string>): string | undefined {
  const id = {
    'indicators.task': ids.indicatorTaskId,
    'transfer.importTask': ids.importTaskId,
    'portfolios.imports.task': ids.transactionImportTaskId,
    'strategies.task': ids.strategyTaskId,
  }[name];
  return id ?? ids.taskId;
}

/** Valid inputs of the operations on a portfolio. */
const portfolioFields = {
  to: randomUUID(),
  date: '2024-05-20',
  ex_date: '2020-08-31',
  choice: 'kept',
  currency: 'USD',
  targets: [],
  answers: { again: 'new' },
  dividends: [{ symbol: 'AAPL', ex_date: '2020-08-31', amount: 1 }],
  text: 'date,symbol,type,quantity,unitprice,currency,fee\n2024-05-20,,fee,1,2,USD,0',
};

/** Of a sweep. */
const ranges = [{ numbers: ['entry[0]'], from: 5, to: 6, step: 1 }];

/** Calls an operation with the given ids and a valid body. */
function callRest(operation: RestOperation, ids: Record<string, string>, token?: string) {
  const { method, path } = operation;
  const task = taskIdFor(operation, ids);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((name === 'taskId' ? task : ids[name]) ?? `no ${name} is known`),
  );
  const body = {
    symbol: ids.symbol,
    stock_symbol: ids.symbol,
    ta_indicator: 'RSI',
    is_favorite: true,
    name: 'mine',
    ranges,
    drawings: [],
    symbols: [],
    code: '492039',
    ...portfolioFields,
  };
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
  return harness().rest(method, filled, {
    token,
    ...(hasBody ? { body } : {}),
  });
}

/** Calls a procedure over tRPC. @returns its error; null if it succeeds */
async function trpcError(operation: RestOperation, input: object, token?: string) {
  try {
    await callProcedure(harness().trpc(token), operation, input);
    return null;
  } catch (error) {
    if (!(error instanceof TRPCClientError)) throw error;
    return { code: error.data.code, message: error.message };
  }
}

describe('the router', () => {
  it('publishes every procedure over REST, but that of charts', () => {
    const published = operations.map(({ name }) => name);
    // Columns for charts: over REST, bars and indicators have rows.
    const withoutPath = ['stocks.chart'];
    expect([...published, ...withoutPath].sort()).toEqual(Object.keys(appRouter._def.procedures).sort());
  });

  it('has exactly these procedures without a token', () => {
    const names = operations.filter(({ isPublic }) => isPublic).map(({ name }) => name);
    expect(names.sort()).toEqual([
      'auth.login',
      'auth.operatorSession',
      'auth.passkeyLogin',
      'auth.passkeyLoginOptions',
      'auth.refresh',
      'auth.register',
      'notifications.confirmChannel',
      'system.health',
      'system.live',
      'system.ready',
      'system.version',
    ]);
  });
});

describe('every procedure that is not public', () => {
  const unauthorized = { error: 'Sign in to continue', code: 'UNAUTHORIZED' };

  async function expectUnauthorized(operation: RestOperation, token?: string): Promise<void> {
    const answer = await callRest(operation, unknownIds, token);
    expect([operation.name, answer.status, answer.body]).toEqual([operation.name, 401, unauthorized]);
    expect([operation.name, await trpcError(operation, {}, token)]).toEqual([
      operation.name,
      { code: 'UNAUTHORIZED', message: unauthorized.error },
    ]);
  }

  it('answers 401 without a token', async () => {
    for (const operation of guarded) await expectUnauthorized(operation);
  });

  it('answers 401 with the token of a sign-in that has ended', async () => {
    const { token } = await harness().signUp();
    await harness().rest('POST', '/auth/logout', { token });
    for (const operation of guarded) await expectUnauthorized(operation, token);
  });

  it('answers 401 with a personal access token that was revoked', async () => {
    const { token } = await harness().signUp();
    const made = await harness().rest('POST', '/auth/tokens', { token, body: { name: 'script' } });
    const secret = String(made.body.token);
    expect((await harness().rest('GET', '/auth/me', { token: secret })).status).toBe(200);
    await harness().rest('DELETE', `/auth/tokens/${made.body.id}`, { token });
    for (const operation of guarded) await expectUnauthorized(operation, secret);
  });
});

describe("another user's resource", () => {
  /** A stock's facts are visible to all users. */
  const shared = new Set(['stocks.info']);
  const named = guarded.filter(
    ({ path, name }) => (path.includes('{') || name === 'indicators.calculate') && !shared.has(name),
  );

  it.each(named.map((operation) => [operation.name, operation] as const))(
    'answers requests for the resource of another user like those for an unknown one: %s',
    async (_, operation) => {
      const answers: RestResponse[] = [];
      for (const ids of [othersIds, unknownIds]) answers.push(await callRest(operation, ids, stranger));
      const [theirs, unknown] = answers;
      expect(theirs?.status).toBe(404);
      expect(theirs?.body).toMatchObject({ code: 'NOT_FOUND' });
      expect([unknown?.status, unknown?.text]).toEqual([404, theirs?.text]);

      const errors = [othersIds, unknownIds].map((ids) => {
        const taskId = taskIdFor(operation, ids);
        const fields = {
          ta_indicator: 'RSI',
          is_favorite: true,
          name: 'mine',
          ranges,
          drawings: [],
          symbols: [],
          code: '492039',
          ...portfolioFields,
        };
        const body = { stock_symbol: ids.symbol, ...fields };
        return trpcError(operation, { ...ids, ...body, taskId }, stranger);
      });
      const [theirError, unknownError] = await Promise.all(errors);
      expect(theirError).toEqual({ code: 'NOT_FOUND', message: theirs?.body.error });
      expect(unknownError).toEqual(theirError);
    },
  );

  it('lists no resource of another user', async () => {
    const { token: owner } = await harness().signUp();
    await harness().rest('POST', '/strategies', { token: owner, body: { name: 'mine' } });
    await harness().rest('POST', '/portfolios', { token: owner, body: { name: 'mine' } });
    await harness().rest('POST', '/lists', { token: owner, body: { name: 'mine' } });
    const studySet = { name: 'mine', studies: [{ indicator_function: 'SMA' }] };
    await harness().rest('POST', '/study-sets', { token: owner, body: studySet });
    const rule = { when: 'close > 1', scope: 'watch_list' };
    await harness().rest('POST', '/signals/rules', { token: owner, body: rule });
    const { token } = await harness().signUp();
    const channel = { kind: 'ntfy', name: 'mine', target: 'https://ntfy.example.com/mine' };
    const { body } = await harness().rest('POST', '/notifications/channels', { token: owner, body: channel });
    await addFailedDelivery(harness().services.database, String(body.id));
    const lists = ['/notifications/channels', '/notifications/deliveries'];
    for (const path of [
      '/strategies',
      '/portfolios',
      '/portfolios/move-in',
      '/study-sets',
      '/lists',
      '/journal',
      '/stocks',
      '/auth/tokens',
      '/signals',
      '/signals/rules',
      ...lists,
    ]) {
      expect([path, (await harness().rest('GET', path, { token })).body.total]).toEqual([path, 0]);
    }
  });
});
