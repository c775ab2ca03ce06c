import { defineEntity, p } from '@mikro-orm/core';
import { Stock } from '../stocks/stock.entity.ts';
import { Backtest } from './backtest.entity.ts';

const BacktestResultSchema = defineEntity({
  name: 'BacktestResult',
  properties: {
    backtest: () => p.manyToOne(Backtest).primary().deleteRule('cascade'),
    /** The place among the results, from 0. */
    position: p.integer().primary(),
    symbol: p.text(),
    /** Null after the stock was deleted. */
    stock: () => p.manyToOne(Stock).nullable().deleteRule('set null').index(),
    /** The revision of the bars that were simulated. */
    barsRevision: p.integer(),
    startDate: p.date(),
    endDate: p.date(),
    statistics: p.json().$type<Record<string, number | null>>(),
    droppedOrders: p.integer(),
    /** The order decided at the last bar. */
    pending: p.enum(['entry', 'exit'] as const).strictNullable(),
    warnings: p.array(),
    tradeCount: p.integer(),
    /** The bars of the run as little-endian 32-bit numbers of days since 1970-01-01. */
    days: p.blob().lazy(),
    /** One value per bar, as little-endian 64-bit floats; so are `buyAndHold` and `trades`. */
    equity: p.blob().lazy(),
    buyAndHold: p.blob().lazy(),
    /** The columns of the trades, one after the other. */
    trades: p.blob().lazy(),
  },
});

/** What a backtest found for one stock. Dates are stored with it: the stock's bars may change. */
export class BacktestResult extends BacktestResultSchema.class {}
BacktestResultSchema.setClass(BacktestResult);
