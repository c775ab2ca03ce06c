import { defineEntity, p } from '@mikro-orm/core';
import { User } from './accounts.ts';

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

/** Figures of the year that ends with a stock's last bar; null where the history is too short. */
export interface StockFigures {
  readonly volume: number;
  readonly low: number;
  readonly high: number;
  /** The closes from which the last week, the last month and the calendar year count. */
  readonly weekClose: number | null;
  readonly monthClose: number | null;
  readonly yearClose: number | null;
}

/** A rate from a day on. */
interface DatedRate {
  readonly from: string;
  readonly percent_a_year: number;
}

/** A dividend that an owner repeats, as it was sent. */
export interface RepeatedDividend {
  readonly ex_date: string;
  readonly amount: number;
  readonly months: number;
  readonly until: string;
}

/** A split by which the earlier prices of an own instrument were divided; it may have been taken away since. */
export interface AppliedSplit {
  readonly ex_date: string;
  readonly ratio: number;
}

/** How the prices of an own instrument are computed, with the names of the API. */
export type InstrumentTerms = {
  readonly repeats?: readonly RepeatedDividend[];
  readonly applied_splits?: readonly AppliedSplit[];
} & (
  | {
      readonly start_date: string;
      readonly start_price: number;
      readonly percent_a_year: number | null;
      readonly rates: readonly DatedRate[] | null;
      readonly compounding: 'daily' | 'yearly' | 'none';
      readonly until: string | null;
    }
  | { readonly symbol: string; readonly factor: number; readonly add: number }
  | { readonly symbol?: undefined; readonly start_date?: undefined }
);

const dataSources = ['yahoo', 'tiingo', 'eodhd', 'csv', 'simulated', 'own'] as const;

const instrumentPricings = ['entered', 'interest', 'linked'] as const;

const reminders = ['never', 'monthly', 'quarterly', 'yearly'] as const;

const StockSchema = defineEntity({
  name: 'Stock',
  indexes: [
    {
      name: 'stock_linked_index',
      expression: `create index stock_linked_index on stock ((terms ->> 'symbol')) where pricing = 'linked'`,
    },
  ],
  uniques: [
    {
      name: 'stock_symbol_once',
      expression: 'create unique index stock_symbol_once on stock (symbol, owner_id) nulls not distinct',
    },
  ],
  properties: {
    id: p.integer().primary().autoincrement(),
    /** Begins with `@` if, and only if, the stock has an owner. */
    symbol: p.text(),
    /** The only user who sees an own instrument; null for the stocks of sources. */
    owner: () => p.manyToOne(User).strictNullable().deleteRule('cascade').index(),
    /** The origin of the prices of an own instrument; null without an owner. */
    pricing: p.enum(instrumentPricings).strictNullable(),
    terms: p.json<InstrumentTerms>().strictNullable(),
    /** `percent`: prices and dividends are per cent of the nominal value. */
    quotedIn: p.enum(['money', 'percent'] as const).default('money'),
    /** How long after the last price its owner is reminded to enter the next one. */
    remind: p.enum(reminders).default('never'),
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
    /** The beginning of the source's last trading period, `HH:MM` at the exchange; null if it names none. */
    opens: p.text().strictNullable(),
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
    /** Of Saturday (6) and Sunday (7) those on which at least two bars of the last four weeks are. */
    weekendDays: p.json<number[]>().default([]),
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
    /** When the nightly clean-up first found the stock not needed; null while it is (`stock-needs.ts`). */
    untrackedSince: p.datetime().strictNullable(),
    createdAt: p.datetime(),
  },
});

/** A stock, shared by all users: the provider's facts and the state of the price history. */
export class Stock extends StockSchema.class {}
StockSchema.setClass(Stock);

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
 * One daily bar. The entity only describes the table: `repositories/stocks/price-bar.repository.ts` reads and writes
 * bars in sets.
 */
export class PriceBar extends PriceBarSchema.class {}
PriceBarSchema.setClass(PriceBar);

const PackedClosesSchema = defineEntity({
  name: 'PackedCloses',
  properties: {
    /** Without a foreign key, like bars. */
    stock: () => p.manyToOne(Stock).primary().createForeignKeyConstraint(false),
    year: p.integer().primary(),
    /** Days since 1970-01-01, ascending, as 32-bit integers in network byte order. */
    days: p.blob(),
    /** One for each day, as 64-bit floats in network byte order. */
    closes: p.blob(),
  },
});

/**
 * The closes of a year, a copy of those in the bars: reading them from the rows of 200 stocks takes six times as long.
 * The entity only describes the table: `repositories/stocks/packed-closes.repository.ts` reads and writes it in sets.
 */
export class PackedCloses extends PackedClosesSchema.class {}
PackedClosesSchema.setClass(PackedCloses);

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
 * `numerator` new shares for `denominator` old ones. Stored prices are already adjusted for it. The entity only
 * describes the table: `repositories/stocks/stock-action.repository.ts` reads and writes it in sets.
 */
export class StockSplit extends StockSplitSchema.class {}
StockSplitSchema.setClass(StockSplit);

const ProviderStateSchema = defineEntity({
  name: 'ProviderState',
  properties: {
    /** Name of a market data provider, for example `yahoo`. */
    provider: p.text().primary(),
    /** Until then no process calls the provider, because it has rate-limited us. */
    coolDownUntil: p.datetime().strictNullable(),
    /** Length of the cool-down in seconds; the next consecutive one is longer. */
    coolDownS: p.integer().strictNullable(),
    coolDownReason: p.text().strictNullable(),
    /** Health according to the last calls of any process. */
    status: p.enum(['healthy', 'rate_limited', 'unavailable'] as const).default('healthy'),
    statusUntil: p.datetime().strictNullable(),
    /** The start of the time window of a budget, and the calls since then. */
    windowStart: p.datetime().strictNullable(),
    windowCalls: p.integer().default(0),
  },
});

/** The state of a market data provider that all processes share. */
export class ProviderState extends ProviderStateSchema.class {}
ProviderStateSchema.setClass(ProviderState);
