import { z } from 'zod';
import { count, isoDate, paging, symbolInPath, totalCount } from '../../primitives.ts';
import { stockSymbol } from '../../watch-list/schemas.ts';
import { backtestInput } from './schemas.ts';

const symbolOfRun = symbolInPath.meta({ description: 'A stock of the run' }).optional();

export const tradesInput = backtestInput.extend({ symbol: symbolOfRun, ...paging });

const price = z.number();
const bar = count;
const whileOpen = 'Null while the trade is open';

export const tradeRow = z
  .object({
    symbol: stockSymbol,
    entry_bar: bar.meta({ description: 'Counted from the first bar of the run', examples: [212] }),
    entry_date: isoDate.meta({ examples: ['1997-09-02'] }),
    entry_price: price.meta({ description: 'With the spread', examples: [0.1936] }),
    exit_bar: bar.nullable().meta({ description: whileOpen, examples: [230] }),
    exit_date: isoDate.nullable().meta({ description: whileOpen, examples: ['1997-09-26'] }),
    exit_price: price.nullable().meta({ description: whileOpen, examples: [0.2011] }),
    size: z.number().meta({ description: 'Shares', examples: [51_600] }),
    profit: price.nullable().meta({ description: whileOpen, examples: [366.6] }),
    return_percent: z
      .number()
      .nullable()
      .meta({ description: whileOpen, examples: [3.67] }),
    commission: price
      .nullable()
      .meta({ description: 'At entry and at exit. Null while the trade is open', examples: [20.4] }),
    reason: z
      .enum(['exit', 'stop', 'take_profit', 'time', 'open', 'ruin'])
      .meta({ description: 'Why the position was sold', examples: ['exit'] }),
  })
  .meta({ id: 'BacktestTrade' });

export const tradeList = z
  .object({
    trades: z.array(tradeRow).meta({ description: 'In the order of the results, then by entry' }),
    total: totalCount.meta({ description: 'Number of trades, not only on this page' }),
  })
  .meta({ id: 'BacktestTrades' });
export type TradeList = z.infer<typeof tradeList>;

export const equityInput = backtestInput.extend({
  symbol: symbolOfRun.meta({
    description: 'A stock of the run; by default the only one, or all of them as one account',
  }),
});

export const equityRow = z
  .object({
    date: isoDate,
    equity: z.number().meta({ examples: [48_211.5] }),
    buy_and_hold: z.number().meta({
      description: 'The equity of buying at the bar before the first decision',
      examples: [164_070],
    }),
  })
  .meta({ id: 'EquityRow' });

export const equityCurve = z
  .object({
    symbol: stockSymbol.nullable().meta({ description: 'Null for all stocks of the run as one account' }),
    equity: z.array(equityRow).meta({
      description:
        'Every bar of the run, oldest first; of all stocks, every day on which one of them has a bar',
    }),
  })
  .meta({ id: 'EquityCurve' });
export type EquityCurve = z.infer<typeof equityCurve>;

const monthNames = [
  'jan',
  'feb',
  'mar',
  'apr',
  'may',
  'jun',
  'jul',
  'aug',
  'sep',
  'oct',
  'nov',
  'dec',
] as const;

/** The columns of the returns as CSV. */
export const monthColumns = ['year', ...monthNames, 'return_percent'] as const;

export const monthlyReturns = z
  .object({
    symbol: stockSymbol.nullable().meta({ description: 'Null for all stocks of the run as one account' }),
    years: z
      .array(
        z
          .object({
            year: z
              .number()
              .int()
              .min(1)
              .max(9_999)
              .meta({ examples: [2024] }),
            months: z
              .array(z.number().nullable())
              .length(12)
              .meta({
                description:
                  'Percent, January to December: from the last bar of the month before, in the first month from the first bar. Null for a month without a bar, and after the equity was 0',
                examples: [[null, null, null, null, null, null, null, 1.2, -0.4, 3.1, 0, 2.2]],
              }),
            return_percent: z
              .number()
              .nullable()
              .meta({ description: 'Percent: the months compounded', examples: [6.2] }),
          })
          .meta({ id: 'YearOfReturns' }),
      )
      .meta({ description: 'Oldest first' }),
  })
  .meta({ id: 'MonthlyReturns' });
export type MonthlyReturns = z.infer<typeof monthlyReturns>;
