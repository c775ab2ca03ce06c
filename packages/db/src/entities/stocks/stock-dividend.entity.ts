import { defineEntity, p } from '@mikro-orm/core';
import { Stock } from './stock.entity.ts';

const StockDividendSchema = defineEntity({
  name: 'StockDividend',
  properties: {
    stock: () => p.manyToOne(Stock).primary().deleteRule('cascade'),
    exDate: p.date().primary(),
    /** Per share, adjusted for later splits like the stored prices. */
    amount: p.double().$type<number>(),
    currency: p.text().strictNullable(),
  },
});

/**
 * A cash dividend. Stored prices are not adjusted for it. The entity only describes the table:
 * `repositories/stocks/stock-action.repository.ts` reads and writes it in sets.
 */
export class StockDividend extends StockDividendSchema.class {}
StockDividendSchema.setClass(StockDividend);
