import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { expect, it } from 'vitest';
import { restore } from '../src/backup/restore.ts';
import { AccessToken, PersonalAccessToken, RefreshToken, Session } from '../src/entities/accounts.ts';
import { Portfolio } from '../src/entities/portfolios.ts';
import { Task } from '../src/entities/tasks.ts';
import { migrations } from '../src/migrations/index.ts';
import * as userRepository from '../src/repositories/accounts/user.repository.ts';
import * as portfolioRepository from '../src/repositories/portfolios/portfolio.repository.ts';
import * as calculatedIndicatorRepository from '../src/repositories/stocks/calculated-indicator.repository.ts';
import * as priceBarRepository from '../src/repositories/stocks/price-bar.repository.ts';
import * as stockRepository from '../src/repositories/stocks/stock.repository.ts';
import * as strategyRepository from '../src/repositories/trading/strategy.repository.ts';
import * as watchListRepository from '../src/repositories/watch-lists/watch-list.repository.ts';
import { useTestDatabase } from '../src/testing/index.ts';
import { stockFacts } from '../src/testing/test-rows.ts';

const userId = 'd57cbbf1-fe3a-4c7f-b362-cccd1cee0af2';
const sessionId = '328deaec-3371-4956-82f8-1b8a46d502b8';
const madeAt = new Date('2026-11-22T00:17:55.958Z');

/** Restores a backup that version 0.1.0 made at schema 0005. */
async function upgrade(options: { keepTokens: boolean }) {
  const { database, url } = await useTestDatabase('empty');
  const backup = createReadStream(new URL('fixtures/backup-0.1.0.sql.gz', import.meta.url));
  const restored = await restore(url, backup.pipe(createGunzip()), options);
  return { database, em: database.fork(), restored };
}

it('migrates a database of version 0.1.0 and keeps its data', async () => {
  const { database, em, restored } = await upgrade({ keepTokens: true });
  expect(restored).toEqual({
    format: 'stockbook-backup',
    version: 1,
    schema: '0005-indicators-by-stock',
    made_at: madeAt.toISOString(),
    endedSessions: 0,
    revokedTokens: 0,
  });
  const executed = await database.orm.migrator.getExecuted();
  expect(executed.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));

  expect(await userRepository.list(em)).toEqual([
    expect.objectContaining({
      id: userId,
      email: 'demo@example.com',
      emailKey: 'demo@example.com',
      username: 'demo',
      usernameKey: 'demo',
      firstName: 'Demo',
      lastName: null,
      passwordHash:
        '$argon2id$v=19$m=19456,t=2,p=1$38ruZuOwNjMZyQbbXcO7+w$CJ0fhsSIRFMLDmmZ97xYwy4+2gq/6TFRj+dQXygD6AU',
      createdAt: new Date('2026-11-22T00:17:50.996Z'),
    }),
  ]);

  const links = await watchListRepository.listOfUser(em, userId, {});
  expect(links).toEqual([
    expect.objectContaining({
      addedAt: new Date('2026-11-22T00:17:51.099Z'),
      isFavorite: true,
      notes: 'A note\nwith two lines, a tab\tand a \\ backslash',
      notifyOnSignals: false,
    }),
  ]);
  const stock = await stockRepository.findBySymbol(em, 'ACME', null);
  expect(stock).toMatchObject(links[0]?.stock ?? {});
  expect(stock).toMatchObject({
    id: 1,
    symbol: 'ACME',
    name: 'ACME',
    isin: null,
    exchange: null,
    sector: null,
    industry: null,
    currency: null,
    isActive: true,
    dataSource: 'csv',
    dataStartDate: '2026-06-01',
    dataEndDate: '2026-08-21',
    barCount: 60,
    lastClose: 99.75,
    previousClose: 99.25,
    recentCloses: [
      98.52, 100.49, 100.49, 98.48, 99.96, 99.46, 96.97, 97.94, 96.96, 99.38, 99.88, 98.38, 100.35, 100.35,
      98.34, 99.82, 99.32, 96.84, 97.81, 96.83, 99.25, 99.75,
    ],
    missingBars: [],
    fullyReadAt: null,
    rejectedBars: 0,
    barsRevision: 1,
    lastFetchedAt: new Date('2026-11-22T00:17:51.127Z'),
    lastError: null,
    pendingCloseDate: null,
    pendingCloseSince: null,
    untrackedSince: null,
  });
  expect((await stockRepository.upsertFacts(em, stockFacts('NEXT'), madeAt)).id).toBe(2);

  const bars = await priceBarRepository.listDaily(em, 1);
  expect(bars).toHaveLength(60);
  const [listed] = await watchListRepository.figuresOfUser(database.fork(), userId);
  expect(listed?.figures).toEqual({
    volume: 159_000,
    low: Math.min(...bars.map(({ low }) => low)),
    high: Math.max(...bars.map(({ high }) => high)),
    weekClose: 99.32,
    monthClose: bars.findLast(({ date }) => date <= '2026-07-21')?.close,
    yearClose: null,
  });
  expect(bars.at(0)).toEqual({
    date: '2026-06-01',
    open: 100,
    high: 101,
    low: 96.53,
    close: 97.5,
    volume: 100_000,
  });
  expect(bars.at(-1)).toEqual({
    date: '2026-08-21',
    open: 99.25,
    high: 100.75,
    low: 98.26,
    close: 99.75,
    volume: 159_000,
  });

  expect(await strategyRepository.listOfUser(em, userId, {})).toEqual([
    [
      expect.objectContaining({
        id: 'ffe95ff6-5cb5-4fc4-9525-08ca08908982',
        name: 'Golden cross',
        description: null,
        rules: { when: 'anything', depth: { a: [1, 2.5, null, true] } },
        isActive: true,
        createdAt: new Date('2026-11-22T00:17:53.181Z'),
        updatedAt: new Date('2026-11-22T00:17:53.181Z'),
      }),
    ],
    1,
  ]);
  expect(await portfolioRepository.listOfUser(em, userId, {})).toEqual([
    [
      expect.objectContaining({
        id: 'a9500b1c-e733-43d3-b473-62da97330bf9',
        name: 'Retirement',
        description: null,
        currency: 'EUR',
        createdAt: new Date('2026-11-22T00:17:53.202Z'),
        updatedAt: new Date('2026-11-22T00:17:53.202Z'),
      }),
    ],
    1,
  ]);
  expect(await em.count(Task, { user: userId, status: 'SUCCESS' })).toBe(3);
});

it('keeps the indicators of version 0.1.0 with their outputs and values', async () => {
  const { em } = await upgrade({ keepTokens: true });
  const rows = await calculatedIndicatorRepository.listOfUser(em, userId, 1);
  const { dates, indicators } = await calculatedIndicatorRepository.listWithValues(
    em,
    userId,
    1,
    rows.map(({ id }) => id),
  );
  expect(dates).toHaveLength(60);
  expect(indicators.map(({ values, ...row }) => row)).toEqual([
    {
      id: 'af4e9e66-b86c-45f6-bba1-0551f5603ae7',
      indicatorName: 'Fast',
      indicatorFunction: 'SMA',
      parameters: { timeperiod: 5 },
      calculatedAt: new Date('2026-11-22T00:17:53.275Z'),
      outputs: ['real'],
      dataStartDate: '2026-06-05',
      dataEndDate: '2026-08-21',
    },
    {
      id: '51989416-0555-4a3a-a74e-d893e7cf940d',
      indicatorName: 'Bollinger Bands',
      indicatorFunction: 'BBANDS',
      parameters: { nbdevdn: 2, nbdevup: 2, timeperiod: 20 },
      calculatedAt: new Date('2026-11-22T00:17:53.274Z'),
      outputs: ['middleband', 'upperband', 'lowerband'],
      dataStartDate: '2026-06-26',
      dataEndDate: '2026-08-21',
    },
  ]);
  const [average, bands] = indicators.map(({ values }) => [...values]);
  expect(average).toHaveLength(56);
  expect([average?.at(0), average?.at(-1)]).toEqual([98.764, 98.09599999999998]);
  // Three lines of 41 values: the first and last value of each.
  expect(bands).toHaveLength(3 * 41);
  expect([0, 40, 41, 81, 82, 122].map((index) => bands?.[index])).toEqual([
    99.28899999999997, 98.828, 101.75068153911381, 101.27799265304523, 96.82731846088613, 96.37800734695477,
  ]);
});

it('keeps the sessions and tokens of version 0.1.0 with keepTokens', async () => {
  const { em } = await upgrade({ keepTokens: true });
  const token = await em.findOne(PersonalAccessToken, {
    digest: 'f8f551cb975bc8e98818cfbb9aecf2fb06619061ead41f997d78e59ba5a3c85b',
    expiresAt: { $gt: madeAt },
  });
  expect(token).toMatchObject({
    id: 'e70cdc11-32d9-4bfe-a6b1-41975b5da99b',
    user: { id: userId },
    name: 'nightly export',
    scope: 'write',
    createdAt: new Date('2026-11-22T00:17:53.219Z'),
    expiresAt: new Date('2027-02-20T00:17:53.219Z'),
    lastUsedAt: null,
  });
  const digest = 'a8f5d7a4df61f2621d23cb8dbb9166d6a77150a581fb9ae2fb6d712c2625e01e';
  const refreshToken = await em.findOneOrFail(RefreshToken, { digest }, { populate: ['session'] });
  expect(refreshToken).toMatchObject({
    session: { id: sessionId, user: { id: userId }, rotates: false, client: null },
    replacedAt: null,
  });
  expect(await em.count(AccessToken, { user: userId, session: sessionId })).toBe(1);
});

it('deletes the sessions and tokens of version 0.1.0 without keepTokens', async () => {
  const { em, restored } = await upgrade({ keepTokens: false });
  expect(restored).toMatchObject({ endedSessions: 1, revokedTokens: 1 });
  expect(await em.count(Session)).toBe(0);
  expect(await em.count(AccessToken)).toBe(0);
  expect(await em.count(PersonalAccessToken)).toBe(0);
  expect(await em.count(Portfolio)).toBe(1);
});
