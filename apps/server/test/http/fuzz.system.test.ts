import { digestToken, notificationChannelRepository, secondFactorRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { User } from '@stockbook/db/testing/entities';
import fc from 'fast-check';
import { generateSync } from 'otplib';
import { beforeAll, expect, it } from 'vitest';
import { addFailedDelivery } from '../support/add-failed-delivery.ts';
import { addRuns, addStrategy } from '../support/add-runs.ts';
import { addWaitingChannel } from '../support/add-waiting-channel.ts';
import {
  type ArbitraryRequest,
  arbitraryRequest,
  arbitraryRequestTo,
  existing,
  operationIds,
} from '../support/arbitrary-request.ts';
import { assertAcceptedBody, assertValidResponse } from '../support/contract.ts';
import { useHarness } from '../support/harness.ts';

/** Other names take two seconds each: they do not resolve. */
const harness = useHarness({ NOTIFY_ALLOW_HOSTS: ['hooks.example.com', 'ntfy.sh'] });

let userId = '';
let accessToken = '';
let personalToken = '';
let readingToken = '';
let passwordHash = '';
/** Existing ids and secrets, by operation. */
const existingOf: Record<string, string> = {};

beforeAll(async () => {
  const { token } = await harness().signUp('fuzz');
  accessToken = token;
  existingOf.getStockTask = String((await harness().addStock(token, 'AAPL')).task_id);
  existingOf.getTask = existingOf.getStockTask;
  const imported = { text: 'AAPL', commit: true };
  existingOf.getImportTask = String(
    (await harness().rest('POST', '/stocks/import', { token, body: imported })).body.task_id,
  );
  const calculation = { stock_symbol: 'AAPL', ta_indicator: 'MACD' };
  existingOf.getIndicatorTask = String((await harness().calculate(token, calculation)).task_id);
  for (const operation of ['getPortfolio', 'deletePortfolio']) {
    const portfolio = { token, body: { name: operation } };
    existingOf[operation] = String((await harness().rest('POST', '/portfolios/', portfolio)).body.id);
  }
  for (const operation of ['getStudySet', 'updateStudySet', 'calculateStudySet', 'deleteStudySet']) {
    const studySet = { token, body: { name: operation, studies: [{ indicator_function: 'SMA' }] } };
    existingOf[operation] = String((await harness().rest('POST', '/study-sets', studySet)).body.id);
  }
  const { strategyId, ...runs } = await addRuns(harness(), token);
  for (const operation of ['getStrategy', 'updateStrategy', 'listBacktests', 'listSweeps']) {
    existingOf[operation] = strategyId;
  }
  for (const operation of ['deleteStrategy', 'runBacktest', 'runSweep']) {
    existingOf[operation] = await addStrategy(harness(), token);
  }
  existingOf.getStrategyTask = runs.taskId;
  for (const operation of ['getBacktest', 'listTrades', 'getEquity', 'getMonthlyReturns']) {
    existingOf[operation] = runs.backtestId;
  }
  existingOf.deleteBacktest = (await addRuns(harness(), token)).backtestId;
  existingOf.getSweep = runs.sweepId;
  for (const [index, operation] of ['getSignalRule', 'updateSignalRule', 'deleteSignalRule'].entries()) {
    const rule = { when: `close > ${index}`, scope: 'watch_list' };
    existingOf[operation] = String(
      (await harness().rest('POST', '/signals/rules', { token, body: rule })).body.id,
    );
  }
  for (const operation of ['getChannel', 'updateChannel', 'deleteChannel', 'testChannel', 'retryDelivery']) {
    const channel = { kind: 'webhook', name: 'fuzz', target: 'https://hooks.example.com/' };
    const { body } = await harness().rest('POST', '/notifications/channels', { token, body: channel });
    existingOf[operation] = String(body.id);
  }
  const { database } = harness().services;
  existingOf.retryDelivery = await addFailedDelivery(database, String(existingOf.retryDelivery));
  existingOf.confirmChannel = 'confirmation';
  userId = String((await harness().rest('GET', '/auth/me', { token })).body.id);
  const { events } = (await harness().rest('GET', '/auth/events', { token })).body;
  existingOf.dismissNotice = String((events as { id: string }[])[0]?.id);
  const user = await database.fork().findOneOrFail(User, { id: userId });
  passwordHash = user.passwordHash;
  await renewTokens();
});

/** Creates new tokens after a request that signed out or revoked them, without the slow password hash. */
async function renewTokens(): Promise<void> {
  const { sessions, database } = harness().services;
  const session = await sessions.create(database.fork(), userId, origin);
  accessToken = session.accessToken;
  existingOf.refreshToken = session.refreshToken;
  const created = await harness().rest('POST', '/auth/tokens', {
    token: accessToken,
    body: { name: 'fuzz' },
  });
  if (created.status !== 201) return;
  personalToken = String(created.body.token);
  existingOf.deleteToken = String(created.body.id);
  const reading = await harness().rest('POST', '/auth/tokens', {
    token: accessToken,
    body: { name: 'fuzz', scope: 'read' },
  });
  readingToken = String(reading.body.token);
  existingOf.getToken = String(reading.body.id);
}

/** Operations with a budget for each minute, which would leave most generated requests unread. */
const budgeted = ['previewRule', 'screenList', 'exportAccount', 'activateSecondFactor', 'resendConfirmation'];

const origin = { address: '::1', client: 'a test' };
const authenticatorSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** Creates again what an earlier request may have used up. */
async function prepare(operation: string): Promise<void> {
  const { database, sessions, notifier } = harness().services;
  const em = database.fork();
  if (operation === 'endSignIn') {
    existingOf.endSignIn = (await sessions.create(em, userId, origin)).sessionId;
  } else if (operation === 'confirmChannel') {
    await notificationChannelRepository.change(em, String(existingOf.updateChannel), {
      confirmationDigest: digestToken('confirmation'),
      confirmationExpiresAt: new Date('2100-01-01'),
    });
  } else if (operation === 'confirmChannelByCode' || operation === 'resendConfirmation') {
    await sql`delete from notification_channel where kind = 'email'`.execute(em.getKysely());
    existingOf[operation] = await addWaitingChannel(harness().services, userId);
  } else if (operation === 'createStudySet') {
    // A change may have given the name of the example to another set.
    await sql`update study_set set name = id::text`.execute(em.getKysely());
  } else if (operation === 'dismissNotice') {
    await sql`update security_event set is_notice = true where id = ${existingOf.dismissNotice}`.execute(
      em.getKysely(),
    );
  } else if (operation === 'activateSecondFactor' || operation === 'renewRecoveryCodes') {
    await secondFactorRepository.remove(em, userId);
    const secret = notifier.secrets.seal(authenticatorSecret, userId);
    await secondFactorRepository.replacePending(em, userId, { secret, createdAt: new Date() });
    if (operation === 'renewRecoveryCodes') await secondFactorRepository.activate(em, userId, new Date());
    existingOf.activateSecondFactor = generateSync({ secret: authenticatorSecret });
  } else if (['confirm', 'login', 'changePassword'].includes(operation)) {
    await secondFactorRepository.remove(em, userId);
    await em.nativeUpdate(User, { id: userId }, { passwordHash });
  }
}

async function send({ operation, method, url, body, headers, bearer }: ArbitraryRequest) {
  if (budgeted.includes(operation)) {
    await sql`delete from attempt_count`.execute(harness().services.database.fork().getKysely());
  }
  await prepare(operation);
  const fill = (text: string) => text.replaceAll(existing, existingOf[operation] ?? existing);
  const token = {
    access: accessToken,
    personal: personalToken,
    reading: readingToken,
    garbage: 'garbage',
    none: null,
  }[bearer];
  return harness().inject({
    method,
    url: fill(`/api${url}`),
    headers: { ...headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    payload: body === undefined ? undefined : fill(body),
  });
}

/** Sends a request, and checks its response. @returns the status */
async function sendAndCheck(request: ArbitraryRequest): Promise<number> {
  const response = await send(request);
  const { statusCode: status, headers } = response;
  expect(status).toBeLessThan(500);
  const isUncompressed = headers['content-encoding'] === undefined;
  if (isUncompressed)
    assertValidResponse(request.method, request.url, { status, headers, text: response.body });
  if (status < 300) assertAcceptedBody(request.method, request.url, request.body);
  if (status === 401 && request.bearer !== 'garbage' && request.bearer !== 'none') await renewTokens();
  return status;
}

/** Whether one of further requests to the operation succeeds. */
async function succeeds(operation: string): Promise<boolean> {
  for (const request of fc.sample(arbitraryRequestTo(operation), { numRuns: 500, seed })) {
    if ((await sendAndCheck(request)) < 300) return true;
  }
  return false;
}

/** `FUZZ_RUNS` sends more requests, `FUZZ_SEED` others. */
const runs = Number(process.env.FUZZ_RUNS ?? 9_000);
const seed = Number(process.env.FUZZ_SEED ?? 20_260_101);

it(
  'never answers 5xx, and always as the OpenAPI document describes, to generated requests',
  async () => {
    const seen = new Map<string, Set<number>>();
    await fc.assert(
      fc.asyncProperty(arbitraryRequest, async (request) => {
        const status = await sendAndCheck(request);
        seen.set(request.operation, (seen.get(request.operation) ?? new Set()).add(status));
      }),
      { numRuns: runs, seed, endOnFailure: true },
    );
    expect([...seen.keys()].sort()).toEqual([...operationIds].sort());
    // Every operation must succeed at least once. The success of one would end all others.
    const neverSuccessful = operationIds.filter(
      (id) => id !== 'deleteAccount' && ![...(seen.get(id) ?? [])].some((status) => status < 300),
    );
    for (const id of neverSuccessful) expect([id, await succeeds(id)]).toEqual([id, true]);
    expect((await harness().rest('GET', '/health')).body.status).toBe('healthy');
    expect(harness().logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  },
  180_000 + runs * 20,
);
