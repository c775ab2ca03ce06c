import { conversionsInto, findPath, pairsOf } from '@stockbook/common/currency-pairs';
import {
  bookRepository,
  type EntityManager,
  importedTransactionRepository,
  instrumentRepository,
  type MoveNeeds,
  marketPriceRepository,
  movedPortfolioRepository,
  type PortfolioMove,
  portfolioMoveRepository,
  portfolioRepository,
  stockListRepository,
  stockRepository,
  transactionRepository,
  userStockRepository,
} from '@stockbook/db';
import type { ActorContext } from '../../context.ts';
import { dayInUtc, lastDay } from '../../portfolios/day.ts';
import type { Quotas } from '../../quotas/quotas.ts';
import type { PlanFacts, PlanRates, PlanRoom, PlanStock } from '../plan/facts.ts';
import type { Answers } from '../plan/plan.ts';
import { chainedRates } from '../plan/rates.ts';

type FactsContext = Pick<ActorContext<'clock' | 'quotas'>, 'user' | 'services'>;

/** A move whose files have been read. */
export type ReadMove = Pick<PortfolioMove, 'id' | 'digest' | 'program' | 'securities'> & {
  readonly needs: MoveNeeds;
};

const noNeeds: MoveNeeds = {
  symbols: [],
  isins: [],
  currencies: [],
  balanceCurrencies: [],
  hasLinesWithoutId: false,
  firstDate: null,
};

/** Reads what decides the plan of a move, besides its files. */
export async function loadFacts(
  em: EntityManager,
  { user, services: { clock, quotas } }: FactsContext,
  { id, digest, program, securities, needs }: Omit<ReadMove, 'needs'> & Pick<PortfolioMove, 'needs'>,
  answers: Answers,
): Promise<PlanFacts> {
  const { symbols, isins, currencies, balanceCurrencies, firstDate, hasLinesWithoutId } = needs ?? noNeeds;
  const today = dayInUtc(clock());
  const since = firstDate ?? today;
  const answered = Object.entries(answers).flatMap(([key, value]) =>
    key.startsWith('security:') ? [value.trim().toUpperCase()] : [],
  );
  const lookedUp = securities.flatMap(({ stock }) => stock ?? []);
  const wanted = [...new Set([...symbols, ...answered, ...lookedUp])];
  const moved = await movedPortfolioRepository.listOfProgram(em, user.id, program ?? '');
  const rows = new Map<string, string>();
  for (const { id: portfolioId } of hasLinesWithoutId ? moved : []) {
    rows.set(portfolioId, await importedTransactionRepository.readCompared(em, user.id, portfolioId));
  }
  const [instruments] = await instrumentRepository.listOfUser(em, user.id);
  const ownSymbols = instruments.map(({ symbol }) => symbol);
  const storedAt = await portfolioMoveRepository.findStored(em, user.id, digest, id);
  return {
    today,
    lastDay: lastDay(clock()),
    stocks: await readStocks(em, user.id, { symbols: wanted, isins, since }),
    rates: await readPairs(em, user.id, { from: currencies, to: balanceCurrencies, since }),
    moved: moved.flatMap(({ accounts, externalIds, id: portfolioId, name, currency }) => {
      const portfolio = {
        id: portfolioId,
        name,
        currency,
        externalIds: new Set(externalIds),
        rows: rows.get(portfolioId) ?? null,
      };
      return accounts.map((account) => ({ account, portfolio }));
    }),
    portfolioNames: (await portfolioRepository.listNames(em, user.id)).map(({ name }) => name),
    ownSymbols,
    // One that was deleted since is made again.
    instruments: Object.fromEntries(
      moved
        .flatMap((portfolio) => Object.entries(portfolio.instruments))
        .filter(([, symbol]) => ownSymbols.includes(symbol)),
    ),
    found: securities
      .filter(({ stock, problem }) => stock !== null || problem !== null)
      .map(({ text, stock, problem }) => ({ key: text, symbol: stock, problem })),
    room: await readRoom(em, user.id, quotas),
    storedOn: storedAt === null ? null : dayInUtc(storedAt),
  };
}

async function readRoom(em: EntityManager, userId: string, quotas: Quotas): Promise<PlanRoom> {
  return {
    portfolios: quotas.portfolios - (await portfolioRepository.countOfUser(em, userId)),
    transactions: quotas.transactions - (await transactionRepository.countOfUser(em, userId)),
    transactionsPerPortfolio: quotas.transactionsPerPortfolio,
    instruments: quotas.ownInstruments - (await instrumentRepository.countOfUser(em, userId)),
    bars: quotas.ownBars - (await instrumentRepository.countBars(em, userId, null)),
    stocks: quotas.stocks - (await userStockRepository.countOfUser(em, userId)),
    lists: quotas.lists - (await stockListRepository.countOfUser(em, userId)),
    stocksPerList: quotas.stocksPerList,
  };
}

const noDays = { days: new Int32Array(), closes: new Float64Array() };

/** The stocks with their splits. Closes are read of those alone that had a split since the first line. */
async function readStocks(
  em: EntityManager,
  userId: string,
  { symbols, isins, since }: { readonly symbols: string[]; readonly isins: readonly string[]; since: string },
): Promise<PlanStock[]> {
  const stocks = await stockRepository.listBySymbolsOrIsins(em, userId, symbols, isins);
  const ids = stocks.map(({ id }) => id);
  const splits = Map.groupBy(await marketPriceRepository.listSplits(em, ids), ({ stockId }) => stockId);
  const split = ids.filter((id) => splits.get(id)?.some(({ exDate }) => exDate > since));
  const closes = await bookRepository.readCloses(em, split, since);
  return stocks.map(({ id, symbol, isin, currency }) => ({
    symbol,
    isin,
    currency,
    splits: (splits.get(id) ?? []).map(({ exDate, numerator, denominator }) => ({
      exDate,
      numerator,
      denominator,
    })),
    ...(closes.get(id) ?? noDays),
  }));
}

/** The rates of pairs that the system has, directly or through the dollar or the euro. */
async function readPairs(
  em: EntityManager,
  userId: string,
  { from, to, since }: { readonly from: readonly string[]; readonly to: readonly string[]; since: string },
): Promise<PlanRates[]> {
  const conversions = to.flatMap((target) => conversionsInto(target, from));
  if (conversions.length === 0) return [];
  const symbols = [...new Set(to.flatMap((target) => pairsOf(target, from)))];
  const stocks = await stockRepository.listBySymbolsOrIsins(em, userId, symbols, []);
  const ids = new Map(stocks.map(({ id, symbol }) => [symbol, id]));
  const closes = await bookRepository.readCloses(em, [...ids.values()], since);
  const closesOf = (symbol: string) => closes.get(ids.get(symbol) ?? 0);
  return conversions.flatMap((conversion): PlanRates[] => {
    const legs = findPath(conversion, ([one, other]) => {
      const direct = closesOf(`${one}${other}=X`);
      if (direct) return { days: direct.days, rates: direct.closes };
      const inverse = closesOf(`${other}${one}=X`);
      return inverse && { days: inverse.days, rates: inverse.closes.map((rate) => 1 / rate) };
    });
    const [first, second] = legs ?? [];
    if (!first) return [];
    return [{ ...conversion, ...(second ? chainedRates(first, second) : first) }];
  });
}
