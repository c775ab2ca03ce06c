import {
  bookRepository,
  type EntityManager,
  instrumentRepository,
  type MoveNeeds,
  marketPriceRepository,
  movedPortfolioRepository,
  type PortfolioMove,
  portfolioMoveRepository,
  portfolioRepository,
  stockRepository,
} from '@stockbook/db';
import type { ActorContext } from '../../context.ts';
import { dayInUtc, lastDay } from '../../portfolios/day.ts';
import type { PlanFacts, PlanRates, PlanStock } from '../plan/facts.ts';
import type { Answers } from '../plan/plan.ts';

type FactsContext = Pick<ActorContext<'clock'>, 'user' | 'services'>;

/** A move whose files have been read. */
export type ReadMove = Pick<PortfolioMove, 'id' | 'digest' | 'program' | 'securities'> & {
  readonly needs: MoveNeeds;
};

const noNeeds: MoveNeeds = {
  symbols: [],
  isins: [],
  currencies: [],
  balanceCurrencies: [],
  firstDate: null,
};

/** Reads what decides the plan of a move, besides its files. */
export async function loadFacts(
  em: EntityManager,
  { user, services: { clock } }: FactsContext,
  { id, digest, program, securities, needs }: Omit<ReadMove, 'needs'> & Pick<PortfolioMove, 'needs'>,
  answers: Answers,
): Promise<PlanFacts> {
  const { symbols, isins, currencies, balanceCurrencies, firstDate } = needs ?? noNeeds;
  const today = dayInUtc(clock());
  const since = firstDate ?? today;
  const answered = Object.entries(answers).flatMap(([key, value]) =>
    key.startsWith('security:') ? [value.trim().toUpperCase()] : [],
  );
  const lookedUp = securities.flatMap(({ stock }) => stock ?? []);
  const wanted = [...new Set([...symbols, ...answered, ...lookedUp])];
  const moved = await movedPortfolioRepository.listOfProgram(em, user.id, program ?? '');
  const [instruments] = await instrumentRepository.listOfUser(em, user.id);
  const ownSymbols = instruments.map(({ symbol }) => symbol);
  const storedAt = await portfolioMoveRepository.findStored(em, user.id, digest, id);
  return {
    today,
    lastDay: lastDay(clock()),
    stocks: await readStocks(em, user.id, { symbols: wanted, isins, since }),
    rates: await readPairs(em, user.id, { from: currencies, to: balanceCurrencies, since }),
    moved: moved.flatMap(({ accounts, externalIds, id: portfolioId, name, currency }) => {
      const portfolio = { id: portfolioId, name, currency, externalIds: new Set(externalIds) };
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
    storedOn: storedAt === null ? null : dayInUtc(storedAt),
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

/** The rates of pairs that the system has, in either direction. */
async function readPairs(
  em: EntityManager,
  userId: string,
  { from, to, since }: { readonly from: readonly string[]; readonly to: readonly string[]; since: string },
): Promise<PlanRates[]> {
  const pairs = to.flatMap((target) =>
    from.filter((code) => code !== target).map((code) => ({ from: code, to: target })),
  );
  if (pairs.length === 0) return [];
  const symbols = pairs.flatMap((pair) => [`${pair.from}${pair.to}=X`, `${pair.to}${pair.from}=X`]);
  const stocks = await stockRepository.listBySymbolsOrIsins(em, userId, [...new Set(symbols)], []);
  const ids = new Map(stocks.map(({ id, symbol }) => [symbol, id]));
  const closes = await bookRepository.readCloses(em, [...ids.values()], since);
  const closesOf = (symbol: string) => closes.get(ids.get(symbol) ?? 0);
  return pairs.flatMap((pair): PlanRates[] => {
    const direct = closesOf(`${pair.from}${pair.to}=X`);
    if (direct) return [{ ...pair, days: direct.days, rates: direct.closes }];
    const inverse = closesOf(`${pair.to}${pair.from}=X`);
    return inverse ? [{ ...pair, days: inverse.days, rates: inverse.closes.map((rate) => 1 / rate) }] : [];
  });
}
