import { randomUUID } from 'node:crypto';
import * as db from '@stockbook/db';

interface Known {
  readonly userId: string;
  readonly stockId: number;
  readonly ids: Readonly<Record<string, string>>;
}

const now = new Date();
const day = '2024-05-20';
const issuer = 'https://id.example.com';
const person = { issuer, subject: 'a person' };
const range = { from: '2024-01-01', to: '2024-02-01' };
const digest = 'a digest';

type Call = (em: db.EntityManager) => unknown;

/** Calls of the functions of repositories that no usual call of the API reaches, by the name of the repository. */
export function directCalls({ userId, stockId, ids }: Known): Record<string, Record<string, Call>> {
  const id = (name: string) => ids[name] ?? randomUUID();
  const request = { userId, key: 'a key', requestDigest: digest, createdAt: now };
  const line = { taskId: id('taskId'), position: 0 };
  const indicator = {
    userId,
    stockId,
    indicatorFunction: 'SMA',
    indicatorName: 'SMA',
    parameters: { timeperiod: 1 },
  };
  const device = {
    device: 'Firefox on Linux',
    target: 'https://push.example.com/',
    endpointDigest: digest,
    secret: Buffer.from('secret'),
    showsDetails: false,
    isActive: true,
    confirmedAt: now,
    lastSeenAt: now,
  };
  return {
    idempotencyKeyRepository: {
      find: (em) => db.idempotencyKeyRepository.find(em, request),
      release: (em) => db.idempotencyKeyRepository.release(em, request),
    },
    passkeyRepository: {
      findByCredentialId: (em) => db.passkeyRepository.findByCredentialId(em, 'unknown'),
      lock: (em) => db.passkeyRepository.lock(em, id('passkeyId')),
      noteUse: (em) =>
        db.passkeyRepository.noteUse(em, id('passkeyId'), { counter: 1, backedUp: false, lastUsedAt: now }),
      removeAllOfUser: (em) => db.passkeyRepository.removeAllOfUser(em, userId),
    },
    personalAccessTokenRepository: {
      removeAllOfUser: (em) => db.personalAccessTokenRepository.removeAllOfUser(em, userId),
    },
    providerConnectionRepository: {
      add: (em) => db.providerConnectionRepository.add(em, userId, person, now),
      findUser: (em) => db.providerConnectionRepository.findUser(em, person),
      findOfUser: (em) => db.providerConnectionRepository.findOfUser(em, userId, issuer),
      remove: (em) => db.providerConnectionRepository.remove(em, userId, issuer),
      addSession: (em) =>
        db.providerConnectionRepository.addSession(em, id('signInId'), {
          ...person,
          providerSessionId: null,
        }),
      listSessions: (em) =>
        db.providerConnectionRepository.listSessions(em, issuer, {
          subject: 'a person',
          providerSessionId: null,
        }),
    },
    secondFactorRepository: {
      useRecoveryCode: (em) => db.secondFactorRepository.useRecoveryCode(em, userId, digest),
      countRecoveryCodes: (em) => db.secondFactorRepository.countRecoveryCodes(em, userId),
    },
    securityEventRepository: {
      list: (em) => db.securityEventRepository.list(em, { userId, limit: 10 }),
      hasSignedInFrom: (em) =>
        db.securityEventRepository.hasSignedInFrom(em, userId, { address: '::1', client: 'a test' }),
    },
    sessionRepository: {
      lockByRefreshDigest: (em) =>
        db.sessionRepository.lockByRefreshDigest(em, digest, { now, idleSince: now }),
      replaceRefreshToken: (em) =>
        db.sessionRepository.replaceRefreshToken(em, {
          sessionId: id('signInId'),
          digest,
          successor: 'another',
          now,
        }),
      noteUse: (em) =>
        db.sessionRepository.noteUse(em, id('signInId'), { at: now, address: '::1', unlessSince: now }),
      strongProofOf: (em) =>
        db.sessionRepository.strongProofOf(em, userId, { sessionId: id('signInId'), issuer }),
    },
    signInCodeRepository: {
      add: (em) =>
        db.signInCodeRepository.add(em, {
          digest,
          userId,
          browserDigest: null,
          ...person,
          providerSessionId: null,
          authenticatedAt: null,
          expiresAt: now,
        }),
      take: (em) => db.signInCodeRepository.take(em, digest, now, { isOperators: false }),
      removeOfSubject: (em) =>
        db.signInCodeRepository.removeOfSubject(em, issuer, {
          subject: 'a person',
          providerSessionId: null,
        }),
      useOnce: (em) => db.signInCodeRepository.useOnce(em, digest, now, now),
    },
    userRepository: {
      findByEmail: (em) => db.userRepository.findByEmail(em, 'unknown@example.com'),
      list: (em) => db.userRepository.list(em),
      lockIfEnabled: (em) => db.userRepository.lockIfEnabled(em, userId),
      setDisabledAt: (em) => db.userRepository.setDisabledAt(em, userId, now),
    },
    journalEntryRepository: {
      countEqual: (em) => db.journalEntryRepository.countEqual(em, userId, [day]),
    },
    notificationChannelRepository: {
      addDevice: (em) =>
        db.notificationChannelRepository.addDevice(em, {
          ...device,
          id: randomUUID(),
          name: 'device',
          userId,
          sessionId: id('signInId'),
          createdAt: now,
        }),
      lockByEndpointDigest: (em) => db.notificationChannelRepository.lockByEndpointDigest(em, digest),
      renewDevice: (em) =>
        db.notificationChannelRepository.renewDevice(em, id('channelId'), {
          device: device.device,
          secret: device.secret,
          lastSeenAt: now,
          remindedAt: null,
          updatedAt: now,
          sessionId: id('signInId'),
        }),
      listUnseenSince: (em) => db.notificationChannelRepository.listUnseenSince(em, now, 10),
      removeUnseenSince: (em) => db.notificationChannelRepository.removeUnseenSince(em, new Date(0)),
    },
    notificationDeliveryRepository: {
      cancel: (em) => db.notificationDeliveryRepository.cancel(em, id('channelId'), 'cancelled'),
      queue: (em) =>
        db.notificationDeliveryRepository.queue(em, [{ id: randomUUID(), userId, stockId }], {
          now,
          nextAttemptAt: now,
        }),
      lockDevicesOfDue: (em) => db.notificationDeliveryRepository.lockDevicesOfDue(em, { now, limit: 10 }),
      areDevicesDue: (em) => db.notificationDeliveryRepository.areDevicesDue(em, now),
      listOverdue: (em) => db.notificationDeliveryRepository.listOverdue(em, now, 10),
      endDelivered: (em) =>
        db.notificationDeliveryRepository.endDelivered(em, [{ id: id('deliveryId'), httpStatus: 201 }], now),
    },
    movedPortfolioRepository: {
      countOthers: (em) =>
        db.movedPortfolioRepository.countOthers(em, userId, [id('portfolioId')], [id('importId')]),
      listOfImports: (em) => db.movedPortfolioRepository.listOfImports(em, userId, [id('importId')]),
      listUnusedEntries: (em) => db.movedPortfolioRepository.listUnusedEntries(em, userId, [stockId]),
      listInstruments: (em) => db.movedPortfolioRepository.listInstruments(em, userId, [stockId]),
    },
    portfolioMoveRepository: { keepAlive: (em) => db.portfolioMoveRepository.keepAlive(em) },
    signalRepository: { countUnreadOfAll: (em) => db.signalRepository.countUnreadOfAll(em, [userId]) },
    stockChoiceRepository: {
      removeSplitChoice: (em) =>
        db.stockChoiceRepository.removeSplitChoice(em, {
          portfolioId: id('portfolioId'),
          stockId,
          exDate: day,
        }),
    },
    dividendNoticeRepository: {
      listNotices: (em) => db.dividendNoticeRepository.listNotices(em, stockId, [day]),
    },
    exampleEntryRepository: {
      listUnused: (em) => db.exampleEntryRepository.listUnused(em, userId, id('portfolioId')),
    },
    importedTransactionRepository: {
      hasExternalId: (em) =>
        db.importedTransactionRepository.hasExternalId(em, userId, id('portfolioId'), ['1'], null),
    },
    portfolioRepository: { listNames: (em) => db.portfolioRepository.listNames(em, userId) },
    portfolioImportRepository: {
      setSecurities: (em) => db.portfolioImportRepository.setSecurities(em, id('taskId'), []),
    },
    tagGroupRepository: {
      setTagTargets: (em) =>
        db.tagGroupRepository.setTagTargets(em, id('groupId'), [{ tag: 'tag', percent: '1' }]),
    },
    transactionRepository: {
      listOfTransfer: (em) => db.transactionRepository.listOfTransfer(em, userId, randomUUID()),
    },
    sessionCheckRepository: {
      lockLevels: (em) => db.sessionCheckRepository.lockLevels(em, [stockId]),
      listWithin: (em) =>
        db.sessionCheckRepository.listWithin(em, `{${id('id')}}`, [{ stockId, low: 1, high: 1 }]),
      save: (em) =>
        db.sessionCheckRepository.save(em, `{${id('id')}}`, [
          {
            stockId,
            sessionDate: day,
            price: 1,
            high: 1,
            low: 1,
            source: 'simulated',
            checkedAt: now,
          },
        ]),
      arm: (em) => db.sessionCheckRepository.arm(em, id('id'), now),
      noteSignals: (em) =>
        db.sessionCheckRepository.noteSignals(em, [{ ruleId: id('id'), stockId, barDate: day }]),
      rescaleSignals: (em) =>
        db.sessionCheckRepository.rescaleSignals(em, { stockId, exDate: day, ratio: 2 }),
    },
    signalRuleRepository: {
      countSessionLevels: (em) =>
        db.signalRuleRepository.countSessionLevels(em, { userId, exceptId: null, stockId }),
      arm: (em) => db.signalRuleRepository.arm(em, id('id')),
      lockForSplit: (em) => db.signalRuleRepository.lockForSplit(em, stockId),
      replaceConditions: (em) =>
        db.signalRuleRepository.replaceConditions(em, [
          { id: id('id'), condition: 'close > 3', level: null },
        ]),
    },
    calculatedIndicatorRepository: {
      listWithValues: (em) =>
        db.calculatedIndicatorRepository.listWithValues(em, userId, stockId, [randomUUID()]),
      has: (em) => db.calculatedIndicatorRepository.has(em, indicator),
      clearValues: (em) => db.calculatedIndicatorRepository.clearValues(em, stockId),
    },
    instrumentRepository: {
      change: (em) => db.instrumentRepository.change(em, stockId, { name: 'changed' }),
      changeDividendCurrency: (em) => db.instrumentRepository.changeDividendCurrency(em, stockId, 'EUR'),
      listGrowing: (em) => db.instrumentRepository.listGrowing(em, day, 0, 10),
      listDueReminders: (em) => db.instrumentRepository.listDueReminders(em, day),
      listReminded: (em) =>
        db.instrumentRepository.listReminded(em, [{ id: stockId, lastDate: day }], 'Enter'),
    },
    packedClosesRepository: { repackAll: (em) => db.packedClosesRepository.repackAll(em) },
    priceBarRepository: {
      listTradedDates: (em) => db.priceBarRepository.listTradedDates(em, stockId, day),
      listAggregated: (em) => db.priceBarRepository.listAggregated(em, stockId, 'week', day, range),
      deleteOthers: (em) => db.priceBarRepository.deleteOthers(em, stockId, [day]),
      listBefore: (em) => db.priceBarRepository.listBefore(em, stockId, day, 2),
      countBetween: (em) => db.priceBarRepository.countBetween(em, stockId, range.from, range.to),
    },
    conversionRepository: {
      listAll: (em) => db.conversionRepository.listAll(em),
    },
    stockRepository: {
      reload: (em) => db.stockRepository.reload(em, { id: stockId }),
      noteFailure: (em) =>
        db.stockRepository.noteFailure(em, { id: stockId }, { lastError: 'an error', refreshDueAt: now }),
      listOfExchange: (em) =>
        db.stockRepository.listOfExchange(
          em,
          { id: stockId, exchange: 'NYSE', timezone: 'UTC', source: 'simulated' },
          10,
        ),
      listDueForRefresh: (em) => db.stockRepository.listDueForRefresh(em, now, 10),
      deleteUntracked: (em) => db.stockRepository.deleteUntracked(em, 'AAPL', now),
      makeRefreshDue: (em) => db.stockRepository.makeRefreshDue(em, [stockId], now),
    },
    stockActionRepository: {
      listPricedDividends: (em) => db.stockActionRepository.listPricedDividends(em, stockId),
    },
    stockQuoteRepository: {
      addStocksWithLevels: (em) => db.stockQuoteRepository.addStocksWithLevels(em, now),
      hasDue: (em) => db.stockQuoteRepository.hasDue(em, now, now),
    },
    taskRepository: {
      lockSubject: (em) => db.taskRepository.lockSubject(em, 'add-stock', 'AAPL'),
      isActive: (em) => db.taskRepository.isActive(em, id('taskId')),
    },
    workerRepository: { releaseWorkers: (em) => db.workerRepository.releaseWorkers(em, ['a worker']) },
    backtestRepository: { saveSkipped: (em) => db.backtestRepository.saveSkipped(em, id('backtestId'), []) },
    strategyRepository: {
      arm: (em) => db.strategyRepository.arm(em, id('strategyId')),
      countNamed: (em) => db.strategyRepository.countNamed(em, userId, 'mine'),
    },
    drawingSetRepository: {
      changeOfStock: (em) => db.drawingSetRepository.changeOfStock(em, stockId, (drawing) => drawing),
    },
    importLineRepository: {
      amend: (em) => db.importLineRepository.amend(em, line, 'amended'),
      noteFailedAttempt: (em) => db.importLineRepository.noteFailedAttempt(em, line, 1),
      listAfter: (em) => db.importLineRepository.listAfter(em, line.taskId, 0, 10),
      countAdded: (em) => db.importLineRepository.countAdded(em, line.taskId),
    },
    stockListRepository: {
      isOfUser: (em) => db.stockListRepository.isOfUser(em, userId, id('listId')),
      move: (em) => db.stockListRepository.move(em, userId, id('listId'), 0),
    },
  };
}
