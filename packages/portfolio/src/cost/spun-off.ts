import { dateOfDay } from '@stockbook/common/days';
import type { SpunOff } from '../answers.ts';
import type { Ledger } from '../book/ledger.ts';
import type { CostLedger } from './cost-ledger.ts';

/** The spin-offs whose new shares are in no portfolio yet: no other stock was transferred in on their day. */
export function spunOffShares(
  ledger: Ledger,
  costs: Iterable<readonly [symbol: string, costs: CostLedger]>,
): SpunOff[] {
  const { transactions, portfolioIds } = ledger.book;
  const isAdded = (symbol: string, date: string) =>
    transactions.some(
      (each) =>
        each.type === 'TRANSFER_IN' &&
        each.date === date &&
        each.symbol !== symbol &&
        portfolioIds.includes(each.portfolioId),
    );
  return [...costs].flatMap(([symbol, { spunOff }]) =>
    spunOff.flatMap(({ day, cost }): SpunOff[] => {
      const exDate = dateOfDay(day);
      if (isAdded(symbol, exDate)) return [];
      return [{ symbol, exDate, cost: { fifo: cost.fifo.toNumber(), average: cost.average.toNumber() } }];
    }),
  );
}
