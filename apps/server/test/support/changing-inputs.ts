import { type RestOperation, restOperations } from '@stockbook/api';
import { secondFactorRepository } from '@stockbook/db';
import { sql } from '@stockbook/db/testing';
import { pollUntil } from '@stockbook/testing';
import { generateSync } from 'otplib';
import { beforeAll } from 'vitest';
import { addFailedDelivery } from './add-failed-delivery.ts';
import { addPasskey, answerNewPasskey } from './add-passkey.ts';
import { addRuns } from './add-runs.ts';
import { addWaitingChannel } from './add-waiting-channel.ts';
import type { Harness } from './harness.ts';
import { ppFile } from './pp-file.ts';

type Ids = Readonly<Record<string, string>>;

/** The operations that need a token. */
export const guardedOperations = restOperations().filter(({ isPublic }) => !isPublic);

/** An account that has one of each resource. */
interface FullAccount {
  readonly userId: string;
  readonly ids: Ids;
  /** A personal access token of scope read. */
  readonly readToken: string;
}

const password = 'a long and private sentence';
const authenticatorSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const channel = { kind: 'webhook', name: 'mine', target: 'https://hooks.example.com/' };
const deposit = { type: 'DEPOSIT', date: '2024-05-20', amount: 1 };
/** A file of Ghostfolio with a fee. */
const transactionFile = (amount: number) =>
  `date,symbol,type,quantity,unitprice,currency,fee\n2024-05-20,,fee,1,${amount},USD,0`;
/** A file of Portfolio Performance. */
const packedFile = (tag: string) => ({
  name: 'portfolio.xml',
  data: Buffer.from(ppFile({ tag })).toString('base64'),
});
const origin = { address: '::1', client: 'a test' };

/** Those that end at an identity provider, without which they are refused: `test/auth/oidc` makes them succeed. */
export const providerInputs: Record<string, (ids: Ids) => Record<string, unknown>> = {
  'auth.confirmByProvider': () => ({}),
  'auth.connectProvider': () => ({}),
  'auth.disconnectProvider': () => ({}),
};

/** For each operation that writes, an input with which it changes the database. The last ones end the sign-in. */
export const changingInputs: Record<string, (ids: Ids) => Record<string, unknown>> = {
  'stocks.add': () => ({ symbol: 'MSFT' }),
  'stocks.refresh': () => ({ symbol: 'AAPL' }),
  'stocks.update': () => ({ symbol: 'AAPL', notes: 'changed' }),
  'lists.create': () => ({ name: 'new', symbols: ['AAPL'] }),
  'lists.update': (ids) => ({ listId: ids.listId, color: 'red' }),
  'lists.addStocks': (ids) => ({ listId: ids.emptyListId, symbols: ['AAPL'] }),
  'lists.removeStock': (ids) => ({ listId: ids.listId, symbol: 'AAPL' }),
  'lists.setStocks': (ids) => ({ listId: ids.listId, symbols: ['AAPL'] }),
  'lists.delete': (ids) => ({ listId: ids.listId }),
  'lists.restore': (ids) => ({ listId: ids.deletedListId }),
  'journal.create': () => ({ symbol: 'AAPL', text: 'new' }),
  'journal.update': (ids) => ({ entryId: ids.entryId, text: 'changed' }),
  'journal.delete': (ids) => ({ entryId: ids.entryId }),
  'journal.restore': (ids) => ({ entryId: ids.deletedEntryId }),
  'drawings.replace': () => ({
    symbol: 'AAPL',
    drawings: [{ kind: 'ray', points: [{ date: '2026-11-20', price: 200 }] }],
  }),
  'indicators.calculate': () => ({ stock_symbol: 'AAPL', ta_indicator: 'RSI' }),
  'instruments.create': () => ({ symbol: '@NEW', name: 'new', currency: 'EUR' }),
  'instruments.update': () => ({ symbol: '@OWN', name: 'changed' }),
  'instruments.setBars': () => ({ symbol: '@OWN', bars: [{ date: '2024-05-20', close: 1 }] }),
  'instruments.addBars': () => ({ symbol: '@OWN', bars: [{ date: '2024-05-21', close: 2 }] }),
  'instruments.deleteBars': () => ({ symbol: '@OWN', since: '2024-05-21' }),
  'instruments.setActions': () => ({ symbol: '@OWN', dividends: [{ ex_date: '2024-05-20', amount: 1 }] }),
  'instruments.delete': () => ({ symbol: '@OWN', confirmation: '@OWN' }),
  'signals.rules.create': () => ({ when: 'close > 2', symbol: 'AAPL' }),
  'signals.rules.update': (ids) => ({ id: ids.id, name: 'changed' }),
  'signals.rules.delete': (ids) => ({ id: ids.id }),
  'signals.markRead': () => ({ until: '2100-01-01' }),
  'notifications.createChannel': () => ({ ...channel, name: 'new' }),
  'notifications.retryDelivery': (ids) => ({ deliveryId: ids.deliveryId }),
  'notifications.updateChannel': (ids) => ({ channelId: ids.channelId, name: 'changed' }),
  'notifications.testChannel': (ids) => ({ channelId: ids.channelId }),
  'notifications.resendConfirmation': (ids) => ({ channelId: ids.waitingChannelId }),
  'notifications.confirmChannelByCode': (ids) => ({ channelId: ids.codeChannelId, code: '492039' }),
  'notifications.deleteChannel': (ids) => ({ channelId: ids.channelId }),
  'transfer.import': () => ({ text: 'KO', commit: true }),
  'strategies.create': () => ({ name: 'new' }),
  'strategies.update': (ids) => ({ strategyId: ids.strategyId, name: 'changed' }),
  'strategies.backtests.run': (ids) => ({ strategyId: ids.strategyId }),
  'strategies.backtests.delete': (ids) => ({ backtestId: ids.backtestId }),
  'strategies.sweeps.run': (ids) => ({
    strategyId: ids.strategyId,
    ranges: [{ numbers: ['entry[0]'], from: 7, to: 7, step: 1 }],
  }),
  'strategies.delete': (ids) => ({ strategyId: ids.strategyId }),
  'studySets.create': () => ({ name: 'new', studies: [{ indicator_function: 'SMA' }] }),
  'studySets.update': (ids) => ({ studySetId: ids.studySetId, name: 'changed' }),
  'studySets.calculate': (ids) => ({ studySetId: ids.studySetId, stock_symbol: 'AAPL' }),
  'studySets.delete': (ids) => ({ studySetId: ids.studySetId }),
  'portfolios.create': () => ({ name: 'new' }),
  'portfolios.createExample': () => ({}),
  'portfolios.update': (ids) => ({ portfolioId: ids.portfolioId, name: 'changed' }),
  'portfolios.transactions.create': (ids) => ({ ...deposit, portfolioId: ids.portfolioId }),
  'portfolios.transactions.update': (ids) => ({
    portfolioId: ids.portfolioId,
    transactionId: ids.transactionId,
    note: 'changed',
  }),
  'portfolios.transactions.delete': (ids) => ({
    portfolioId: ids.portfolioId,
    transactionId: ids.transactionId,
  }),
  'portfolios.transactions.transfer': (ids) => ({
    portfolioId: ids.portfolioId,
    to: ids.otherPortfolioId,
    date: '2024-05-20',
    amount: 1,
  }),
  'portfolios.imports.import': (ids) => ({
    portfolioId: ids.portfolioId,
    text: transactionFile(2),
    commit: true,
  }),
  'portfolios.imports.delete': (ids) => ({ portfolioId: ids.portfolioId, importId: ids.importId }),
  'portfolios.tags.create': (ids) => ({ portfolioId: ids.portfolioId, name: 'new' }),
  'portfolios.tags.update': (ids) => ({
    portfolioId: ids.portfolioId,
    groupId: ids.groupId,
    name: 'changed',
  }),
  'portfolios.tags.delete': (ids) => ({ portfolioId: ids.portfolioId, groupId: ids.groupId }),
  'portfolios.targets.set': (ids) => ({
    portfolioId: ids.portfolioId,
    targets: [{ symbol: 'AAPL', percent: 100 }],
  }),
  'portfolios.setSplitChoice': (ids) => ({
    portfolioId: ids.portfolioId,
    symbol: 'AAPL',
    ex_date: '2020-08-31',
    choice: 'multiplied',
  }),
  'portfolios.setQuoteCurrency': (ids) => ({
    portfolioId: ids.portfolioId,
    symbol: 'NOCUR',
    currency: 'GBp',
  }),
  'portfolios.dismissDividend': (ids) => ({
    portfolioId: ids.portfolioId,
    symbol: 'AAPL',
    ex_date: '2020-08-07',
  }),
  'portfolios.takeDividends': (ids) => ({
    portfolioId: ids.otherPortfolioId,
    dividends: [{ symbol: 'AAPL', ex_date: '2020-08-07' }],
  }),
  'moves.start': () => ({ files: [packedFile('new')] }),
  'moves.answer': (ids) => ({ moveId: ids.moveId, answers: { 'name:p1': 'changed' } }),
  'moves.commit': (ids) => ({ moveId: ids.moveId }),
  'moves.takeBack': (ids) => ({ moveId: ids.otherMoveId }),
  'portfolios.delete': (ids) => ({ portfolioId: ids.portfolioId }),
  'stocks.remove': () => ({ symbol: 'AAPL' }),
  'auth.createToken': () => ({ name: 'new' }),
  'auth.deleteToken': (ids) => ({ tokenId: ids.tokenId }),
  'auth.confirm': () => ({ password }),
  'auth.confirmOptions': () => ({}),
  ...providerInputs,
  'auth.passkeyOptions': () => ({}),
  'auth.addPasskey': (ids) => ({ name: 'new', response: JSON.parse(ids.newPasskey ?? '') }),
  'auth.renamePasskey': (ids) => ({ passkeyId: ids.passkeyId, name: 'changed' }),
  'auth.removePasskey': (ids) => ({ passkeyId: ids.passkeyId }),
  'auth.endSignIn': (ids) => ({ signInId: ids.signInId }),
  'auth.dismissNotice': (ids) => ({ noticeId: ids.noticeId }),
  'auth.activateSecondFactor': () => ({ code: generateSync({ secret: authenticatorSecret }) }),
  'auth.renewRecoveryCodes': () => ({}),
  'auth.removeSecondFactor': () => ({}),
  'auth.createSecondFactor': () => ({}),
  'auth.changePassword': () => ({ current_password: password, new_password: 'another private sentence' }),
  'auth.logout': () => ({}),
  'auth.logoutAll': () => ({}),
  'auth.deleteAccount': (ids) => ({ confirmation: ids.username }),
};

/** Creates an access token without the slow password hash. */
export async function createAccessToken(harness: Harness, userId: string): Promise<string> {
  const { sessions, database } = harness.services;
  const em = database.fork();
  const { accessToken, sessionId } = await sessions.create(em, userId, origin);
  await sql`update passkey_challenge set session_id = ${sessionId} where expires_at = '2100-01-01'`.execute(
    em.getKysely(),
  );
  return accessToken;
}

/** The account to which `changingInputs` refers, for all tests of a `describe`. */
export function useFullAccount(harness: () => Harness): () => FullAccount {
  let account: FullAccount | undefined;
  beforeAll(async () => {
    account = await createFullAccount(harness());
  });
  return () => {
    if (!account) throw new Error('the account has not been created');
    return account;
  };
}

async function createFullAccount(harness: Harness): Promise<FullAccount> {
  const { token, name } = await harness.signUp();
  const ids: Record<string, string> = { symbol: 'AAPL', username: name };
  const userId = String((await harness.rest('GET', '/auth/me', { token })).body.id);
  ids.taskId = String((await harness.addStock(token, 'AAPL')).task_id);
  const create = async (path: string, body: object) =>
    (await harness.rest('POST', path, { token, body })).body;
  Object.assign(ids, await addRuns(harness, token));
  ids.portfolioId = String((await create('/portfolios', { name: 'mine' })).id);
  ids.otherPortfolioId = String((await create('/portfolios', { name: 'other' })).id);
  ids.transactionId = String((await create(`/portfolios/${ids.portfolioId}/transactions`, deposit)).id);
  const purchase = { type: 'BUY', date: '2020-01-06', symbol: 'AAPL', quantity: 4, price: 300 };
  await create(`/portfolios/${ids.otherPortfolioId}/transactions`, purchase);
  ids.groupId = String((await create(`/portfolios/${ids.portfolioId}/tags`, { name: 'mine' })).id);
  const file = { text: transactionFile(1), commit: true };
  const imported = await create(`/portfolios/${ids.portfolioId}/import`, file);
  ids.importId = String(imported.import_id);
  await harness.waitForTask(`/portfolios/task/${imported.task_id}`, token);
  for (const name of ['moveId', 'otherMoveId']) {
    const started = await create('/portfolios/move-in', { files: [packedFile(name)] });
    ids[name] = String(started.move_id);
    await harness.waitForTask(`/portfolios/task/${started.task_id}`, token);
  }
  await addStockActions(harness);
  ids.listId = String((await create('/lists', { name: 'mine', symbols: ['AAPL'] })).id);
  ids.emptyListId = String((await create('/lists', { name: 'empty' })).id);
  ids.deletedListId = String((await create('/lists', { name: 'deleted' })).id);
  await harness.rest('DELETE', `/lists/${ids.deletedListId}`, { token });
  const entry = { symbol: 'AAPL', text: 'mine' };
  ids.entryId = String((await create('/journal', entry)).id);
  ids.deletedEntryId = String((await create('/journal', entry)).id);
  await harness.rest('DELETE', `/journal/${ids.deletedEntryId}`, { token });
  await create('/instruments', { symbol: '@OWN', name: 'own', currency: 'EUR' });
  const studySet = { name: 'mine', studies: [{ indicator_function: 'RSI' }] };
  ids.studySetId = String((await create('/study-sets', studySet)).id);
  ids.tokenId = String((await create('/auth/tokens', { name: 'another' })).id);
  ids.id = String((await create('/signals/rules', { when: 'close > 1', symbol: 'AAPL' })).id);
  ids.channelId = String((await create('/notifications/channels', channel)).id);
  ids.waitingChannelId = await addWaitingChannel(harness.services, userId);
  ids.codeChannelId = await addWaitingChannel(harness.services, userId);
  ids.deliveryId = await addFailedDelivery(harness.services.database, ids.channelId);
  await sql`
    insert into signal (id, user_id, kind, bar_date, "values", sentence, created_at)
    values (gen_random_uuid(), ${userId}, 'notice', '2026-11-20', '[]', 'A notice', now())
  `.execute(harness.services.database.fork().getKysely());
  const { notifier, database, sessions } = harness.services;
  const secret = notifier.secrets.seal(authenticatorSecret, userId);
  await secondFactorRepository.replacePending(database.fork(), userId, { secret, createdAt: new Date() });
  ids.passkeyId = await addPasskey(harness.services, userId);
  ids.newPasskey = await answerNewPasskey(harness.services, userId);
  ids.signInId = (await sessions.create(database.fork(), userId, origin)).sessionId;
  const { events } = (await harness.rest('GET', '/auth/events', { token })).body;
  ids.noticeId = String((events as { id: string }[])[0]?.id);
  await sql`update security_event set is_notice = true where id = ${ids.noticeId}`.execute(
    database.fork().getKysely(),
  );
  const readToken = String((await create('/auth/tokens', { name: 'reader', scope: 'read' })).token);
  // Records the use of the token, which every later request would otherwise do.
  await harness.rest('GET', '/auth/me', { token: readToken });
  return { userId, ids, readToken };
}

/** A split and a dividend of AAPL, and a stock whose source names no currency. */
async function addStockActions({ services }: Harness): Promise<void> {
  const db = services.database.fork().getKysely();
  await sql`
    insert into stock_split (stock_id, ex_date, numerator, denominator)
    select id, '2020-08-31', 4, 1 from stock where symbol = 'AAPL' on conflict do nothing
  `.execute(db);
  await sql`
    insert into stock_dividend (stock_id, ex_date, amount)
    select id, '2020-08-07', 0.2 from stock where symbol = 'AAPL' on conflict do nothing
  `.execute(db);
  await sql`
    insert into stock (symbol, name, is_active, refresh_due_at, created_at)
    values ('NOCUR', 'Test', true, now() + interval '1 day', now()) on conflict do nothing
  `.execute(db);
}

/** Calls an operation over REST with the input of its procedure. */
export function callRest(
  harness: Harness,
  { method, path }: RestOperation,
  input: Record<string, unknown>,
  token: string,
  headers: Record<string, string> = {},
) {
  const { ...body } = input;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(body[name]);
    delete body[name];
    return encodeURIComponent(value);
  });
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const query = method === 'DELETE' ? `?${new URLSearchParams(body as Record<string, string>)}` : '';
  return harness.rest(method, `${filled}${query}`, { token, headers, ...(hasBody ? { body } : {}) });
}

/**
 * All rows of all tables that hold data of users, as text. Of prices, which are 9,000 rows a stock, their number and
 * the sum of the transactions that wrote them: writing them as text takes most of the time.
 */
export async function dump({ services }: Harness, ignored: readonly string[] = []): Promise<string> {
  const db = services.database.fork().getKysely();
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('worker_heartbeat', 'provider_state')
    order by 1`.execute(db);
  const texts = tables
    .filter(({ name }) => !ignored.includes(name))
    .map(({ name }) => {
      const text =
        name === 'price_bar'
          ? sql`concat(count(*), ' ', sum(xmin::text::bigint))`
          : sql`string_agg(t::text, E'\n' order by t::text)`;
      return sql`select concat(${name}::text, E'\n', (select ${text} from ${sql.table(name)} t)) as text`;
    });
  const { rows } = await sql<{ text: string }>`${sql.join(texts, sql` union all `)}`.execute(db);
  return rows.map(({ text }) => text).join('\n\n');
}

/** Waits until no task and no job is left that would change the database. */
export async function tasksEnded({ services }: Harness): Promise<void> {
  const db = services.database.fork().getKysely();
  await pollUntil('the end of all tasks and jobs', async () => {
    const { rows } = await sql`
      select from task where finished_at is null
      union all select from graphile_worker._private_jobs where run_at <= now()`.execute(db);
    return rows.length === 0;
  });
}
