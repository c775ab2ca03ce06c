import {
  deletedItemRepository,
  digestToken,
  notificationChannelRepository,
  secondFactorRepository,
} from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { User } from '@stockbook/db/testing/entities';
import fc from 'fast-check';
import { generateSync } from 'otplib';
import { beforeAll, expect, it } from 'vitest';
import { addFailedDelivery } from '../support/add-failed-delivery.ts';
import { addPasskey } from '../support/add-passkey.ts';
import { addRuns, addStrategy } from '../support/add-runs.ts';
import { addWaitingChannel } from '../support/add-waiting-channel.ts';
import { assertAcceptedBody, assertValidResponse } from '../support/contract.ts';
import { useHarness } from '../support/harness.ts';
import { ppFile } from '../support/pp-file.ts';
import {
  type ArbitraryRequest,
  arbitraryRequest,
  arbitraryRequestTo,
  existing,
  operationIds,
  operationsOn,
} from './arbitrary-request.ts';

/** Other names take two seconds each: they do not resolve. */
const harness = useHarness({ NOTIFY_ALLOW_HOSTS: ['hooks.example.com', 'ntfy.sh'] });

/** The id in the examples of the document, which nothing has. */
const exampleId = '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c11';

let userId = '';
let accessToken = '';
let personalToken = '';
let readingToken = '';
let passwordHash: string | null = null;
/** Existing ids and secrets, by operation. Of several, a path gets them in their order, and a body the last one. */
const existingOf: Record<string, string | readonly string[]> = {};

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
  await addPortfolios(token);
  const [shared, committed, takenBack] = [
    await addMove(token, '1'),
    await addMove(token, '2'),
    await addMove(token, '3'),
  ];
  // Only the newest are kept: requests would replace these.
  await sql`update portfolio_move set created_at = '2100-01-01'`.execute(
    harness().services.database.fork().getKysely(),
  );
  for (const operation of operationsOn('moveId')) existingOf[operation] = shared;
  Object.assign(existingOf, { commitMove: committed, takeBackMove: takenBack });
  for (const operation of ['getStudySet', 'updateStudySet', 'calculateStudySet', 'deleteStudySet']) {
    const studySet = { token, body: { name: operation, studies: [{ indicator_function: 'SMA' }] } };
    existingOf[operation] = String((await harness().rest('POST', '/study-sets', studySet)).body.id);
  }
  for (const operation of operationsOn('listId')) {
    const list = { token, body: { name: operation, symbols: ['AAPL'] } };
    existingOf[operation] = String((await harness().rest('POST', '/lists', list)).body.id);
  }
  const instrument = { symbol: '@FLAT', name: 'fuzz', currency: 'EUR' };
  await harness().rest('POST', '/instruments', { token, body: instrument });
  for (const operation of ofInstruments) existingOf[operation] = '@FLAT';
  existingOf.deleteInstrument = '@GONE';
  for (const operation of operationsOn('entryId')) {
    const entry = { token, body: { symbol: 'AAPL', text: operation } };
    existingOf[operation] = String((await harness().rest('POST', '/journal', entry)).body.id);
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
  for (const operation of operationsOn('passkeyId')) {
    existingOf[operation] = await addPasskey(harness().services, userId);
  }
  await renewTokens();
});

const ofInstruments = [
  'getInstrument',
  'updateInstrument',
  'setInstrumentBars',
  'addInstrumentBars',
  'deleteInstrumentBars',
  'setInstrumentActions',
];

const ofTransactions = ['getTransaction', 'updateTransaction', 'deleteTransaction'];
const ofTagGroups = ['getTagGroup', 'updateTagGroup', 'deleteTagGroup'];

const transactionFile = 'date,symbol,type,quantity,unitprice,currency,fee\n2024-05-20,,fee,1,2,USD,0';

/** A portfolio for each operation on one, in which what the examples of the document name is held. */
async function addPortfolios(token: string): Promise<void> {
  const create = async (path: string, body: object) =>
    String((await harness().rest('POST', path, { token, body })).body.id);
  for (const symbol of ['NVDA', '^GSPC']) await harness().addStock(token, symbol);
  const db = harness().services.database.fork().getKysely();
  await sql`
    insert into stock (symbol, name, is_active, refresh_due_at, created_at)
    select symbol, 'Test', true, now() + interval '1 day', now() from unnest(array['GE', 'ACME']) as symbol
  `.execute(db);
  await sql`
    insert into stock_split (stock_id, ex_date, numerator, denominator)
    select id, '2024-04-02', 1253, 1000 from stock where symbol = 'GE'
  `.execute(db);
  await sql`
    insert into stock_dividend (stock_id, ex_date, amount)
    select id, ex_date, 0.25 from stock join (values ('GE', '2024-04-02'::date), ('AAPL', '2024-11-08')) paid (symbol, ex_date)
      using (symbol)
    on conflict do nothing
  `.execute(db);
  const purchase = { type: 'BUY', date: '2024-01-02', quantity: 10, price: 100, currency: 'USD' };
  for (const operation of operationsOn('portfolioId')) {
    const portfolioId = await create('/portfolios', { name: operation });
    const transactions = ['AAPL', 'NVDA', 'GE', 'ACME'].map((symbol) => ({ ...purchase, symbol }));
    await create(`/portfolios/${portfolioId}/transactions`, { transactions });
    existingOf[operation] = portfolioId;
    if (ofTransactions.includes(operation)) {
      const deposit = { type: 'DEPOSIT', date: '2024-01-02', amount: 100 };
      existingOf[operation] = [portfolioId, await create(`/portfolios/${portfolioId}/transactions`, deposit)];
    } else if (operation === 'takeBackImport') {
      const body = { text: transactionFile, commit: true };
      const importing = await harness().rest('POST', `/portfolios/${portfolioId}/import`, { token, body });
      existingOf.getTransactionImportTask = String(importing.body.task_id);
      existingOf[operation] = [portfolioId, String(importing.body.import_id)];
      await harness().waitForTask(`/portfolios/task/${importing.body.task_id}`, token);
    } else if (ofTagGroups.includes(operation)) {
      existingOf[operation] = [
        portfolioId,
        await create(`/portfolios/${portfolioId}/tags`, { name: 'fuzz' }),
      ];
    } else if (operation === 'rebalancePortfolio') {
      const targets = { targets: [{ symbol: 'AAPL', percent: 100 }] };
      await harness().rest('PUT', `/portfolios/${portfolioId}/targets`, { token, body: targets });
    } else if (operation === 'createTransfer') {
      existingOf[operation] = [portfolioId, await create('/portfolios', { name: 'to' })];
    }
  }
}

/** The files of another program, read and planned. */
async function addMove(token: string, tag: string): Promise<string> {
  const data = Buffer.from(ppFile({ tag })).toString('base64');
  const body = { files: [{ name: 'file.xml', data }] };
  const started = await harness().rest('POST', '/portfolios/move-in', { token, body });
  await harness().waitForTask(`/portfolios/task/${started.body.task_id}`, token);
  return String(started.body.move_id);
}

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
const budgeted = [
  'createInstrument',
  'setInstrumentBars',
  'addInstrumentBars',
  'deleteInstrumentBars',
  'setInstrumentActions',
  'previewRule',
  'screenList',
  'exportAccount',
  'activateSecondFactor',
  'resendConfirmation',
  'importTransactions',
  'startMove',
];

/**
 * The success of the first would end all others; the others need the signature of an authenticator, an identity
 * provider, or the page of a server with a fixed address.
 */
const unattainable = [
  'deleteAccount',
  'addPasskey',
  'loginByPasskey',
  'connectProvider',
  'confirmByProvider',
  'disconnectProvider',
  'exchangeOperatorCode',
];

const origin = { address: '::1', client: 'a test' };
const authenticatorSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

/** Creates again what an earlier request may have used up. */
async function prepare(operation: string): Promise<void> {
  const { database, sessions, notifier } = harness().services;
  const em = database.fork();
  if (operation === 'endSignIn') {
    existingOf.endSignIn = (await sessions.create(em, userId, origin)).sessionId;
  } else if (operation === 'removePasskey') {
    existingOf.removePasskey = await addPasskey(harness().services, userId);
  } else if (operation === 'getPasskeyOptions') {
    // Below the maximum, which the removals that were refused would exceed.
    await sql`delete from passkey where id <> all(${operationsOn('passkeyId').map((id) => existingOf[id])})`.execute(
      em.getKysely(),
    );
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
  } else if (operation === 'deleteInstrument') {
    await sql`
      insert into stock (symbol, owner_id, pricing, name, is_active, refresh_due_at, created_at)
      values ('@GONE', ${userId}, 'entered', 'fuzz', true, now(), now()) on conflict do nothing
    `.execute(em.getKysely());
  } else if (operation === 'createInstrument') {
    await sql`delete from stock where symbol = '@GOLD-BAR'`.execute(em.getKysely());
  } else if (operation === 'createList') {
    await sql`update stock_list set name = id::text, name_key = id::text where name = 'Tech'`.execute(
      em.getKysely(),
    );
  } else if (operation === 'addListStocks' || operation === 'setListStocks') {
    // A removal may have ended the tracking of what the example names.
    await sql`
      insert into user_stock (user_id, stock_id, added_at, is_favorite, notify_on_signals)
      select ${userId}, id, now(), false, false from stock where symbol = 'AAPL' on conflict do nothing
    `.execute(em.getKysely());
  } else if (operation === 'restoreList') {
    await sql`delete from stock_list where name = id::text`.execute(em.getKysely());
    const now = harness().services.clock();
    const id = String(existingOf.restoreList);
    await em.transactional((tx) =>
      deletedItemRepository.removeList(tx, { userId, id, now, cutOff: new Date(0) }),
    );
  } else if (operation === 'restoreJournalEntry') {
    const now = harness().services.clock();
    const id = String(existingOf.restoreJournalEntry);
    await em.transactional((tx) =>
      deletedItemRepository.removeEntry(tx, { userId, id, now, cutOff: new Date(0) }),
    );
  } else if (operation === 'dismissNotice') {
    await sql`update security_event set is_notice = true where id = ${String(existingOf.dismissNotice)}`.execute(
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
  const values = [existingOf[operation] ?? []].flat();
  const inOrder = values.values();
  const last = values.at(-1);
  const token = {
    access: accessToken,
    personal: personalToken,
    reading: readingToken,
    garbage: 'garbage',
    none: null,
  }[bearer];
  return harness().inject({
    method,
    url: `/api${url}`.replaceAll(existing, () => inOrder.next().value ?? last ?? existing),
    headers: { ...headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    payload: body?.replaceAll(existing, last ?? existing).replaceAll(exampleId, last ?? exampleId),
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
const runs = Number(process.env.FUZZ_RUNS ?? 6_000);
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
    // Every operation must succeed at least once, but for `unattainable`.
    const neverSuccessful = operationIds.filter(
      (id) => !unattainable.includes(id) && ![...(seen.get(id) ?? [])].some((status) => status < 300),
    );
    for (const id of neverSuccessful) expect([id, await succeeds(id)]).toEqual([id, true]);
    expect((await harness().rest('GET', '/health')).body.status).toBe('healthy');
    expect(harness().logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  },
  180_000 + runs * 20,
);
