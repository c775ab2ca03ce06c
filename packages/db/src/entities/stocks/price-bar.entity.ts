import { defineEntity, p } from '@mikro-orm/core';
import { Stock } from './stock.entity.ts';

const PriceBarSchema = defineEntity({
  name: 'PriceBar',
  properties: {
    /** Without a foreign key: what stores bars has locked the stock, and `deleteUntracked` deletes them with it. */
    stock: () => p.manyToOne(Stock).primary().createForeignKeyConstraint(false),
    date: p.date().primary(),
    open: p.double().$type<number>(),
    high: p.double().$type<number>(),
    low: p.double().$type<number>(),
    close: p.double().$type<number>(),
    volume: p.double().$type<number>(),
  },
});

/**
 * One daily bar. The entity only describes the table: `repositories/stocks/price-bar.repository.ts` reads and writes bars in
 * sets.
 */
export class PriceBar extends PriceBarSchema.class {}
PriceBarSchema.setClass(PriceBar);
