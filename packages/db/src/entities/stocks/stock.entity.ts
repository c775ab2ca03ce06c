import { defineEntity, p } from '@mikro-orm/core';

/** A day without a bar. */
export interface MissingBar {
  readonly date: string;
  /**
   * `absent`: other stocks of the exchange traded. `invalid`: the provider's bar failed validation. `holiday`: the
   * provider's bar was flat and without volume, and no other stock of the exchange traded.
   */
  readonly reason: 'absent' | 'invalid' | 'holiday';
  /** The day on which a fetch first found the bar missing. */
  readonly since: string;
}

/** Of the year that ends with a stock's last bar; null where the history is too short. */
export interface StockFigures {
  readonly volume: number;
  readonly low: number;
  readonly high: number;
  /** The closes from which the last week, the last month and the calendar year count. */
  readonly weekClose: number | null;
  readonly monthClose: number | null;
  readonly yearClose: number | null;
}

const dataSources = ['yahoo', 'tiingo', 'eodhd', 'csv', 'simulated'] as const;

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
    /** When a missing sector was last looked up. */
    sectorLookedUpAt: p.datetime().strictNullable(),
    /** As quoted by the exchange; `GBp` is pence. */
    currency: p.text().strictNullable(),
    type: p.text().strictNullable(),
    /** IANA name of the exchange's time zone. */
    timezone: p.text().strictNullable(),
    isActive: p.boolean(),
    /** The source of all stored bars, splits and dividends. */
    dataSource: p.enum(dataSources).strictNullable(),
    /** The source of the history that the present one replaced; null until the source changes. */
    previousDataSource: p.enum(dataSources).strictNullable(),
    /** When the history of `dataSource` replaced the previous one. */
    dataSourceSince: p.datetime().strictNullable(),
    /** Up to `figures`: a summary of the stored bars, updated in the transaction that changes them. */
    dataStartDate: p.date().strictNullable(),
    dataEndDate: p.date().strictNullable(),
    barCount: p.integer().default(0),
    lastClose: p.double().$type<number>().strictNullable(),
    previousClose: p.double().$type<number>().strictNullable(),
    /** The closes of the last month's bars, oldest first. */
    recentCloses: p.array(Number, String).columnType('double precision[]').default([]),
    /** Read only by the table of the watch list. */
    figures: p.json<StockFigures>().strictNullable().lazy(),
    /** A trading day after the last bar that has ended and whose close the provider has not published yet. */
    pendingCloseDate: p.date().strictNullable(),
    /** When a fetch first found that close missing. */
    pendingCloseSince: p.datetime().strictNullable(),
    /** The days without a bar, ascending. */
    missingBars: p.json<MissingBar[]>().default([]),
    /** When the provider's whole history was last read; null: never by a version that keeps splits and dividends. */
    fullyReadAt: p.datetime().strictNullable(),
    /** Number of bars of the provider that were rejected. The column keeps the name of the first schema. */
    rejectedBars: p.integer().default(0),
    /** Incremented by every change of the stored bars; derived data refers to the revision it was computed from. */
    barsRevision: p.integer().default(0),
    lastFetchedAt: p.datetime().strictNullable(),
    lastError: p.text().strictNullable(),
    /**
     * When the next scheduled refresh is due: after the exchange's next close, sooner while a close is pending, an hour
     * after a failure.
     */
    refreshDueAt: p.datetime().defaultRaw('now()').index(),
    /** When the nightly clean-up first found the stock on no watch list; null while a user tracks it. */
    untrackedSince: p.datetime().strictNullable(),
    createdAt: p.datetime(),
  },
});

/** A stock, shared by all users: the provider's facts and the state of the price history. */
export class Stock extends StockSchema.class {}
StockSchema.setClass(Stock);
