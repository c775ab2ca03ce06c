import {
  type ExportedTransaction,
  exportedTransactionRepository,
  type Portfolio,
  portfolioRepository,
  stockChoiceRepository,
  tagGroupRepository,
} from '@stockbook/db';
import type { UserContext } from '../../context.ts';
import { presentPortfolio, symbolOf } from '../../portfolios/portfolios.ts';
import type { ExportedPortfolio } from './schemas.ts';

/** Rows in one query and in one turn of the event loop. */
const pageSize = 200;

type Head = Omit<ExportedPortfolio, 'transactions'>;
type OwnTransaction = ExportedPortfolio['transactions'][number];

/** Writes the portfolios of the caller as JSON texts, newest first: a book may have 20,000 transactions. */
export async function* writePortfolios(ctx: UserContext): AsyncGenerator<string> {
  const [portfolios] = await portfolioRepository.listOfUser(ctx.em, ctx.user.id, {});
  let separator = '';
  for (const portfolio of portfolios) {
    const head = JSON.stringify(await readHead(ctx, portfolio));
    yield `${separator}${head.slice(0, -1)},"transactions":[`;
    yield* writeTransactions(ctx, portfolio.id);
    yield ']}';
    separator = ',';
  }
}

async function readHead({ em, user }: UserContext, row: Portfolio): Promise<Head> {
  const { id, is_example, name, description, currency, created_at, updated_at, ...settings } =
    presentPortfolio(row, symbolOf(row));
  const groups = await tagGroupRepository.listOfPortfolios(em, user.id, [id]);
  const targets = await tagGroupRepository.listTargets(em, user.id, [id]);
  const dismissed = await stockChoiceRepository.listDismissedDividends(em, user.id, [id]);
  const splits = await stockChoiceRepository.listSplitChoices(em, user.id, [id]);
  const quotes = await stockChoiceRepository.listQuoteCurrencies(em, user.id, [id]);
  return {
    name,
    description,
    currency,
    settings,
    created_at,
    updated_at,
    tags: groups.map((group) => ({
      name: group.name,
      tags: group.tags.map((tag) => ({
        name: tag.name,
        target_percent: numberOf(tag.targetPercent),
        shares: tag.shares.map(({ symbol, percent }) => ({ symbol, percent: Number(percent) })),
      })),
    })),
    targets: targets.map(({ symbol, percent }) => ({ symbol, percent: Number(percent) })),
    choices: {
      dismissed_dividends: dismissed.map(({ symbol, exDate }) => ({ symbol, ex_date: exDate })),
      splits: splits.map(({ symbol, exDate, choice }) => ({ symbol, ex_date: exDate, choice })),
      quote_currencies: quotes.map(({ symbol, currency: quoted }) => ({ symbol, currency: quoted })),
    },
  };
}

async function* writeTransactions({ em, user }: UserContext, portfolioId: string): AsyncGenerator<string> {
  let separator = '';
  for (let offset = 0; ; offset += pageSize) {
    const page = { limit: pageSize, offset };
    const rows = await exportedTransactionRepository.listPage(em, user.id, portfolioId, page);
    for (const row of rows) {
      yield separator + JSON.stringify(presentExported(row));
      separator = ',';
    }
    if (rows.length < pageSize) return;
  }
}

/** Fields without a value are left out, because a file may have 50,000 transactions. */
function presentExported(row: ExportedTransaction): OwnTransaction {
  return {
    type: row.type,
    date: row.date,
    ...present('symbol', row.symbol),
    ...present('quantity', numberOf(row.quantity)),
    ...present('price', numberOf(row.price)),
    ...present('amount', numberOf(row.amount)),
    currency: row.currency,
    fees: Number(row.fees),
    taxes: Number(row.taxes),
    ...present('fx_rate', numberOf(row.fxRate)),
    ...present('fx_currency', row.fxCurrency),
    ...present('ex_date', row.exDate),
    ...present('to_amount', numberOf(row.toAmount)),
    ...present('to_currency', row.toCurrency),
    ...present('note', row.note),
    ...present('external_id', row.externalId),
    ...present('transfer_id', row.transferId),
    created_at: row.createdAt.toISOString(),
  };
}

function present<Name extends keyof OwnTransaction>(
  name: Name,
  value: OwnTransaction[Name] | null,
): Pick<OwnTransaction, Name> | Record<never, never> {
  return value === null ? {} : { [name]: value };
}

function numberOf(decimal: string | null): number | null {
  return decimal === null ? null : Number(decimal);
}
