import { defineEntity, p } from '@mikro-orm/core';

const StockSchema = defineEntity({
  name: 'Stock',
  properties: {
    id: p.integer().primary().autoincrement(),
    symbol: p.text().unique(),
    name: p.text(),
    isin: p.text().strictNullable().index(),
    exchange: p.text().strictNullable(),
    sector: p.text().strictNullable(),
    industry: p.text().strictNullable(),
    /** As the exchange quotes it: `GBp` is pence. */
    currency: p.text().strictNullable(),
    type: p.text().strictNullable(),
    /** IANA name of the exchange's time zone. */
    timezone: p.text().strictNullable(),
    isActive: p.boolean(),
    dataSource: p.enum(['yahoo', 'csv', 'simulated'] as const).strictNullable(),
    /** First and last day of the stored bars, how many there are, and the last closes: kept with the bars. */
    dataStartDate: p.date().strictNullable(),
    dataEndDate: p.date().strictNullable(),
    barCount: p.integer().default(0),
    lastClose: p.double().$type<number>().strictNullable(),
    previousClose: p.double().$type<number>().strictNullable(),
    /** The closes of the last month's bars, oldest first. */
    recentCloses: p.array(Number, String).columnType('double precision[]').default([]),
    /** A session after the last bar that is over and whose close the provider has not published yet. */
    pendingCloseDate: p.date().strictNullable(),
    /** When a fetch first found that close missing. */
    pendingCloseSince: p.datetime().strictNullable(),
    /** How many bars of the provider were incomplete or invalid. The column keeps its first name. */
    rejectedBars: p.integer().fieldName('left_out_bars').default(0),
    /** Counts the changes of the stored bars; what is derived from them names the revision it was made of. */
    barsRevision: p.integer().default(0),
    lastFetchedAt: p.datetime().strictNullable(),
    lastError: p.text().strictNullable(),
    /** When the next refresh of its own accord is due: after the exchange's next close, sooner while a close is
     * pending, or an hour after a failure. */
    refreshDueAt: p.datetime().defaultRaw('now()').index(),
    /** When the nightly clean-up first found the stock on no watch list; null while it is on one. */
    untrackedSince: p.datetime().strictNullable(),
    createdAt: p.datetime(),
  },
});

/** A stock as all users share it: facts and the state of its history. */
export class Stock extends StockSchema.class {}
StockSchema.setClass(Stock);
