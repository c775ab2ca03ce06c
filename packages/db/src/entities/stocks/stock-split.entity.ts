import { defineEntity, p } from '@mikro-orm/core';
import { Stock } from './stock.entity.ts';

const StockSplitSchema = defineEntity({
  name: 'StockSplit',
  properties: {
    stock: () => p.manyToOne(Stock).primary().deleteRule('cascade'),
    exDate: p.date().primary(),
    numerator: p.double().$type<number>(),
    denominator: p.double().$type<number>(),
  },
});

/**
 * `numerator` new shares for `denominator` old ones. Stored prices are already adjusted for it. The entity only describes
 * the table: `repositories/stocks/stock-action.repository.ts` reads and writes it in sets.
 */
export class StockSplit extends StockSplitSchema.class {}
StockSplitSchema.setClass(StockSplit);
