import { type RestOperation, restOperations } from '@stockbook/api';
import { secondFactorRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { pollUntil } from '@stockbook/testing';
import { TRPCClientError } from '@trpc/client';
import { generateSync } from 'otplib';
import { beforeAll, describe, expect, it } from 'vitest';
import { addFailedDelivery } from '../support/add-failed-delivery.ts';
import { addRuns } from '../support/add-runs.ts';
import { callProcedure } from '../support/call-procedure.ts';
import { useHarness } from '../support/harness.ts';

const harness = useHarness();
const guarded = restOperations().filter(({ isPublic }) => !isPublic);
const writes = guarded.filter(({ isWrite }) => isWrite);
const reads = guarded.filter(({ isWrite }) => !isWrite);

const ids: Record<string, string> = { symbol: 'AAPL' };
const password = 'a long and private sentence';
const authenticatorSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
let userId = '';
let readToken = '';

const channel = { kind: 'webhook', name: 'mine', target: 'https://hooks.example.com/' };

/** For each operation that writes, an input with which it changes the database. The last ones end the sign-in. */
const changingInputs: Record<string, () => Record<string, unknown>> = {
  'stocks.add': () => ({ symbol: 'MSFT' }),
  'stocks.refresh': () => ({ symbol: 'AAPL' }),
  'stocks.update': () => ({ symbol: 'AAPL', notes: 'changed' }),
  'indicators.calculate': () => ({ stock_symbol: 'AAPL', ta_indicator: 'RSI' }),
  'signals.rules.create': () => ({ when: 'close > 2', symbol: 'AAPL' }),
  'signals.rules.update': () => ({ id: ids.id, name: 'changed' }),
  'signals.rules.delete': () => ({ id: ids.id }),
  'signals.markRead': () => ({ until: '2100-01-01' }),
  'notifications.createChannel': () => ({ ...channel, name: 'new' }),
  'notifications.retryDelivery': () => ({ deliveryId: ids.deliveryId }),
  'notifications.updateChannel': () => ({ channelId: ids.channelId, name: 'changed' }),
  'notifications.testChannel': () => ({ channelId: ids.channelId }),
  'notifications.deleteChannel': () => ({ channelId: ids.channelId }),
  'transfer.import': () => ({ text: 'KO', commit: true }),
  'strategies.create': () => ({ name: 'new' }),
  'strategies.update': () => ({ strategyId: ids.strategyId, name: 'changed' }),
  'strategies.backtests.run': () => ({ strategyId: ids.strategyId }),
  'strategies.backtests.delete': () => ({ backtestId: ids.backtestId }),
  'strategies.sweeps.run': () => ({
    strategyId: ids.strategyId,
    ranges: [{ numbers: ['entry[0]'], from: 7, to: 7, step: 1 }],
  }),
  'strategies.delete': () => ({ strategyId: ids.strategyId }),
  'studySets.create': () => ({ name: 'new', studies: [{ indicator_function: 'SMA' }] }),
  'studySets.update': () => ({ studySetId: ids.studySetId, name: 'changed' }),
  'studySets.delete': () => ({ studySetId: ids.studySetId }),
  'portfolios.create': () => ({ name: 'new' }),
  'portfolios.delete': () => ({ portfolioId: ids.portfolioId }),
  'stocks.remove': () => ({ symbol: 'AAPL' }),
  'auth.createToken': () => ({ name: 'new' }),
  'auth.deleteToken': () => ({ tokenId: ids.tokenId }),
  'auth.confirm': () => ({ password }),
  'auth.endSignIn': () => ({ signInId: ids.signInId }),
  'auth.dismissNotice': () => ({ noticeId: ids.noticeId }),
  'auth.activateSecondFactor': () => ({ code: generateSync({ secret: authenticatorSecret }) }),
  'auth.renewRecoveryCodes': () => ({}),
  'auth.removeSecondFactor': () => ({}),
  'auth.createSecondFactor': () => ({}),
  'auth.changePassword': () => ({ current_password: password, new_password: 'another private sentence' }),
  'auth.logout': () => ({}),
  'auth.logoutAll': () => ({}),
  'auth.deleteAccount': () => ({ confirmation: ids.username }),
};

/** Creates an access token without the slow password hash. */
async function newAccessToken(): Promise<string> {
  const { sessions, database } = harness().services;
  return (await sessions.create(database.fork(), userId, { address: '::1', client: 'a test' })).accessToken;
}

/** Creates the account to which `changingInputs` refers. */
async function prepareAccount(): Promise<void> {
  const { token, name } = await harness().signUp();
  ids.username = name;
  userId = String((await harness().rest('GET', '/auth/me', { token })).body.id);
  ids.taskId = String((await harness().addStock(token, 'AAPL')).task_id);
  const create = async (path: string, body: object) =>
    (await harness().rest('POST', path, { token, body })).body;
  Object.assign(ids, await addRuns(harness(), token));
  ids.portfolioId = String((await create('/portfolios', { name: 'mine' })).id);
  const studySet = { name: 'mine', studies: [{ indicator_function: 'RSI' }] };
  ids.studySetId = String((await create('/study-sets', studySet)).id);
  ids.tokenId = String((await create('/auth/tokens', { name: 'another' })).id);
  ids.id = String((await create('/signals/rules', { when: 'close > 1', symbol: 'AAPL' })).id);
  ids.channelId = String((await create('/notifications/channels', channel)).id);
  ids.deliveryId = await addFailedDelivery(harness().services.database, ids.channelId);
  await sql`
    insert into signal (id, user_id, kind, bar_date, "values", sentence, created_at)
    values (gen_random_uuid(), ${userId}, 'notice', '2026-11-20', '[]', 'A notice', now())
  `.execute(harness().services.database.fork().getKysely());
  const { notifier, database, sessions } = harness().services;
  const secret = notifier.secrets.seal(authenticatorSecret, userId);
  await secondFactorRepository.replacePending(database.fork(), userId, { secret, createdAt: new Date() });
  const origin = { address: '::1', client: 'a test' };
  ids.signInId = (await sessions.create(database.fork(), userId, origin)).sessionId;
  const { events } = (await harness().rest('GET', '/auth/events', { token })).body;
  ids.noticeId = String((events as { id: string }[])[0]?.id);
  await sql`update security_event set is_notice = true where id = ${ids.noticeId}`.execute(
    database.fork().getKysely(),
  );
  readToken = String((await create('/auth/tokens', { name: 'reader', scope: 'read' })).token);
  // Records the use of the token, which every later request would otherwise do.
  await harness().rest('GET', '/auth/me', { token: readToken });
}

/** All rows of all tables that hold data of users, as text. */
async function dump(ignored: readonly string[] = []): Promise<string> {
  const db = harness().services.database.fork().getKysely();
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('worker_heartbeat', 'provider_state')
    order by 1`.execute(db);
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    if (ignored.includes(name)) continue;
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(t::text, E'\n' order by t::text) as text from ${sql.table(name)} t`.execute(db);
    texts.push(`${name}\n${rows[0]?.text ?? ''}`);
  }
  return texts.join('\n\n');
}

/** Waits until no task is left whose progress would change the database. */
async function tasksEnded(): Promise<void> {
  const db = harness().services.database.fork().getKysely();
  await pollUntil('the end of all tasks', async () => {
    const { rows } = await sql`select from task where finished_at is null`.execute(db);
    return rows.length === 0;
  });
}

function callRest({ method, path }: RestOperation, input: Record<string, unknown>, token: string) {
  const { ...body } = input;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(body[name]);
    delete body[name];
    return encodeURIComponent(value);
  });
  const hasBody = method === 'POST' || method === 'PATCH';
  const query = method === 'DELETE' ? `?${new URLSearchParams(body as Record<string, string>)}` : '';
  return harness().rest(method, `${filled}${query}`, { token, ...(hasBody ? { body } : {}) });
}

/** Calls a procedure over tRPC. @returns the error's status, code and message; null if it succeeds */
async function trpcError(operation: RestOperation, input: object, token: string) {
  try {
    await callProcedure(harness().trpc(token), operation, input);
    return null;
  } catch (error) {
    if (!(error instanceof TRPCClientError)) throw error;
    return { status: error.data.httpStatus, code: error.data.code, error: error.message };
  }
}

const refusal = { error: 'This token may only read', code: 'INSUFFICIENT_SCOPE' };

describe('a personal access token of scope read', () => {
  beforeAll(prepareAccount);

  it('is tried with every operation that writes', () => {
    expect(Object.keys(changingInputs).sort()).toEqual(writes.map(({ name }) => name).sort());
  });

  it('gets 403 from every operation that writes, over REST and tRPC, and changes nothing', async () => {
    const before = await dump();
    for (const operation of writes) {
      const input = changingInputs[operation.name]?.() ?? {};
      const { status, body } = await callRest(operation, input, readToken);
      expect([operation.name, status, body]).toEqual([operation.name, 403, refusal]);
      expect([operation.name, await trpcError(operation, input, readToken)]).toEqual([
        operation.name,
        { status: 403, ...refusal },
      ]);
    }
    expect(await dump()).toBe(before);
  });

  it('may call every other operation, and changes nothing by it but what is counted', async () => {
    const before = await dump(['attempt_count']);
    for (const operation of reads) {
      const { status } = await callRest(operation, ids, readToken);
      expect([operation.name, status]).toEqual([operation.name, expect.not.toBeOneOf([403, 500])]);
      expect(await trpcError(operation, ids, readToken)).not.toMatchObject({ status: 403 });
    }
    expect(await dump(['attempt_count'])).toBe(before);
  });
});

describe('a stolen access token, 10 minutes after the sign-in', () => {
  beforeAll(prepareAccount);

  /** Everything by which the owner, or a thief, can sign in or stay signed in. */
  async function credentials() {
    const run = async (query: ReturnType<typeof sql<{ row: string }>>) => {
      const { rows } = await query.execute(harness().services.database.fork().getKysely());
      return rows.map(({ row }) => row);
    };
    return {
      account: await run(sql`select user_account::text as row from user_account where id = ${userId}`),
      sessions: await run(sql`select id::text as row from session order by 1`),
      refreshTokens: await run(sql`select refresh_token::text as row from refresh_token order by 1`),
      accessTokens: await run(sql`select access_token::text as row from access_token order by 1`),
      personalAccessTokens: await run(sql`select id::text as row from personal_access_token order by 1`),
      secondFactors: await run(sql`select second_factor::text as row from second_factor order by 1`),
      recoveryCodes: await run(sql`select recovery_code::text as row from recovery_code order by 1`),
    };
  }

  it('makes nothing that outlives it by any operation, and takes nothing from its owner', async () => {
    const { database } = harness().services;
    await secondFactorRepository.activate(database.fork(), userId, new Date());
    await secondFactorRepository.replaceRecoveryCodes(database.fork(), userId, ['a digest']);
    const stolen = await newAccessToken();
    await sql`update session set created_at = created_at - interval '10 minutes'`.execute(
      database.fork().getKysely(),
    );
    const before = await credentials();
    const guess = { password: 'a guess', current_password: 'a guess' };
    const refused: string[] = [];
    // Signing out would end only the stolen sign-in.
    for (const operation of guarded.filter(({ name }) => name !== 'auth.logout')) {
      const { status, body } = await callRest(
        operation,
        { ...(changingInputs[operation.name]?.() ?? ids), ...guess },
        stolen,
      );
      expect([operation.name, status]).toEqual([
        operation.name,
        expect.not.toSatisfy((s: number) => s >= 500),
      ]);
      if (body.code === 'CONFIRMATION_REQUIRED') refused.push(operation.name);
    }
    expect(refused.sort()).toEqual([
      'auth.activateSecondFactor',
      'auth.createSecondFactor',
      'auth.createToken',
      'auth.deleteAccount',
      'auth.endSignIn',
      'auth.logoutAll',
      'auth.removeSecondFactor',
      'auth.renewRecoveryCodes',
      'transfer.exportAccount',
    ]);
    expect(await credentials()).toEqual({
      ...before,
      personalAccessTokens: before.personalAccessTokens.filter((id) => id !== ids.tokenId),
    });
  });
});

describe('an access token', () => {
  beforeAll(prepareAccount);

  it.each(Object.keys(changingInputs))('changes the database with the same input: %s', async (name) => {
    const operation = writes.find((candidate) => candidate.name === name);
    if (!operation) throw new Error(`there is no ${name}`);
    const token = await newAccessToken();
    await tasksEnded();
    const before = await dump();
    const { status } = await callRest(operation, changingInputs[name]?.() ?? {}, token);
    expect(status).toBeLessThan(300);
    expect(await dump()).not.toBe(before);
  });
});
