import type { Transaction, TransactionWarning } from '@stockbook/api/schemas';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api/api-client.ts';
import { runTask } from '#lib/api/run-task.ts';
import { fieldProblems } from '#lib/api/server-error.ts';
import { addStockTask } from '#lib/api/stock-task.ts';
import { trpc, useApiClient } from '#lib/api/trpc.ts';
import { toDecimal } from '#lib/format/decimals.ts';
import type { TransactionFilter } from './read-filter.ts';
import { listInput } from './transaction-filter.ts';
import {
  accruedRequest,
  changesOf,
  newRequest,
  type PriceEntry,
  transferRequest,
} from './transaction-request.ts';
import type { TransactionValues } from './transaction-shapes.ts';

/** Refetches every figure of portfolios, and the watch list, which a saved transaction puts its stock on. */
export function useReloadPortfolios(): () => void {
  const utils = trpc.useUtils();
  return () => {
    void utils.portfolios.invalidate();
    void utils.stocks.list.invalidate();
  };
}

/** Fetches prices and rate of a day; sends no request without a date. */
export function useDayPrice(portfolioId: string, date: string, symbol: string, currency: string) {
  return trpc.portfolios.transactions.dayPrice.useQuery(
    {
      portfolioId,
      date,
      ...(symbol === '' ? {} : { symbol }),
      ...(currency === '' ? {} : { currency }),
    },
    { enabled: date !== '', placeholderData: keepPreviousData, retry: false },
  );
}

/** Whether a transaction was refused because the server does not know its stock yet. */
function isUnknownStock(error: unknown): boolean {
  return fieldProblems(error).some(
    ({ field, message }) =>
      field === 'symbol' && message.endsWith('is not known yet. Add it to your stocks first'),
  );
}

interface SaveInput {
  readonly values: TransactionValues;
  readonly entry: PriceEntry;
  /** The accrued interest of a purchased bond; empty without any. */
  readonly accrued: string;
  /** The transaction that is edited; null for a new one. */
  readonly edited: Transaction | null;
  /** Whether the server has already said that it does not know the stock. */
  readonly isUnknownStock: boolean;
}

/** A transaction as it was stored, with what looks like a mistake in it. */
export interface Saved {
  readonly transaction: Transaction;
  readonly warnings: readonly TransactionWarning[];
}

async function send(client: ApiClient, portfolioId: string, input: SaveInput): Promise<Saved | null> {
  const { values, entry, accrued, edited } = input;
  const { transactions } = client.portfolios;
  if (values.type === 'MOVE_SHARES' || values.type === 'MOVE_MONEY') {
    const moved = await transactions.transfer.mutate({ portfolioId, ...transferRequest(values) });
    const [transaction] = moved.transactions;
    return transaction ? { transaction, warnings: [] } : null;
  }
  if (edited) {
    const changes = changesOf(edited, values, values.type, entry);
    if (!changes) return { transaction: edited, warnings: [] };
    const stored = await transactions.update.mutate({ portfolioId, transactionId: edited.id, ...changes });
    return { transaction: stored, warnings: stored.warnings };
  }
  const request =
    accrued === '' ? newRequest(values, values.type, entry) : accruedRequest(values, entry, accrued);
  const stored = await transactions.create.mutate({ portfolioId, ...request });
  if ('transactions' in stored) {
    const [transaction] = stored.transactions;
    return transaction ? { transaction, warnings: stored.warnings } : null;
  }
  return 'id' in stored ? { transaction: stored, warnings: stored.warnings } : null;
}

/**
 * Saves what a form has. A stock that the server does not know is added to the user's stocks first; `onAdding` is
 * called when that begins.
 */
export function useSaveTransaction(portfolioId: string, onAdding: (symbol: string) => void) {
  const client = useApiClient();
  const reload = useReloadPortfolios();
  return useMutation({
    mutationFn: async (input: SaveInput): Promise<Saved | null> => {
      if (!input.isUnknownStock) {
        try {
          return await send(client, portfolioId, input);
        } catch (error) {
          if (!isUnknownStock(error)) throw error;
        }
      }
      const symbol = input.values.symbol.trim().toUpperCase();
      onAdding(symbol);
      await runTask(addStockTask, client, { symbol, isin: null }, { signal: new AbortController().signal });
      return send(client, portfolioId, input);
    },
    onSuccess: reload,
  });
}

/** Converts a transaction that was entered in today's shares into those of its day. */
export function useConvertShares(portfolioId: string) {
  const client = useApiClient();
  const reload = useReloadPortfolios();
  return useMutation({
    mutationFn: async ({ transaction, factor }: { transaction: Transaction; factor: number }) => {
      const { id, quantity, price } = transaction;
      const stored = await client.portfolios.transactions.update.mutate({
        portfolioId,
        transactionId: id,
        ...(quantity !== null && { quantity: toDecimal(quantity / factor) }),
        ...(price !== null && { price: toDecimal(price * factor) }),
      });
      return { transaction: stored, warnings: stored.warnings } satisfies Saved;
    },
    onSuccess: reload,
  });
}

export function useDeleteTransaction() {
  const reload = useReloadPortfolios();
  return trpc.portfolios.transactions.delete.useMutation({ onSuccess: reload });
}

/** A page of the transactions that a filter chooses, newest first; the previous one while it loads. */
export function useTransactions(portfolioId: string, filter: TransactionFilter) {
  return trpc.portfolios.transactions.list.useQuery(listInput(portfolioId, filter), {
    placeholderData: keepPreviousData,
  });
}

/** The choices of the filter: the stocks of a portfolio, and its years, newest first. */
export function useFilterChoices(portfolioId: string) {
  const { data: holdings } = trpc.portfolios.holdings.useQuery({ portfolioId, closed: true });
  const newest = trpc.portfolios.transactions.list.useQuery({ portfolioId, limit: 1 });
  const total = newest.data?.total ?? 0;
  const oldest = trpc.portfolios.transactions.list.useQuery(
    { portfolioId, limit: 1, offset: total - 1 },
    { enabled: total > 0 },
  );
  const yearIn = (data: typeof newest.data) => Number(data?.transactions[0]?.date.slice(0, 4) ?? 0);
  const [last, first] = [yearIn(newest.data), yearIn(oldest.data)];
  const symbols = [...(holdings?.holdings ?? []), ...(holdings?.skipped ?? [])].map(({ symbol }) => symbol);
  return {
    stocks: [...new Set(symbols)].sort(),
    years: first === 0 ? [] : Array.from({ length: last - first + 1 }, (_, index) => last - index),
  };
}
