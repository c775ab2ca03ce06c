import { defineEntity, p } from '@mikro-orm/core';
import { SignalRule } from './signals.ts';
import { Stock } from './stocks.ts';

const quoteSources = ['yahoo', 'tiingo', 'eodhd', 'simulated'] as const;
export type QuoteSource = (typeof quoteSources)[number];

const marketStates = ['open', 'pre', 'post', 'closed'] as const;

const nullablePrice = () => p.double().$type<number>().strictNullable();

const StockQuoteSchema = defineEntity({
  name: 'StockQuote',
  indexes: [{ properties: ['dueAt'] }],
  properties: {
    stock: () => p.manyToOne(Stock).primary().deleteRule('cascade'),
    /** The source of the quote; null until the first one, like all fields up to `fetchedAt`. */
    source: p.enum(quoteSources).strictNullable(),
    sourceName: p.text().strictNullable(),
    currency: p.text().strictNullable(),
    price: nullablePrice(),
    /** When the price was paid, by the exchange's clock. */
    time: p.datetime().strictNullable(),
    previousClose: nullablePrice(),
    open: nullablePrice(),
    high: nullablePrice(),
    low: nullablePrice(),
    volume: nullablePrice(),
    /** The date of `time` at the exchange. */
    sessionDate: p.date().strictNullable(),
    marketState: p.enum(marketStates).strictNullable(),
    extendedKind: p.enum(['pre', 'post'] as const).strictNullable(),
    extendedPrice: nullablePrice(),
    extendedTime: p.datetime().strictNullable(),
    delayMinutes: p.integer().strictNullable(),
    delayFrom: p.enum(['source', 'measured'] as const).strictNullable(),
    /** A split that the stored bars do not have yet. */
    isRebased: p.boolean().default(false),
    fetchedAt: p.datetime().strictNullable(),
    /** From one sequence for all stocks; changes with the quote. */
    revision: p.bigint().$type<string>().strictNullable(),
    /** Why the source has no quote, as a sentence; null if it has one. */
    problem: p.text().strictNullable(),
    /** The session for which a refresh of the stock was requested, because the bars do not fit the quote. */
    refreshedFor: p.date().strictNullable(),
    /** The stock is fetched for pages until then; null if only session levels want it. */
    wantedUntil: p.datetime().strictNullable(),
    dueAt: p.datetime().strictNullable(),
    /** A worker is fetching the quote until then. */
    claimedUntil: p.datetime().strictNullable(),
    /** Answers in a row without a quote of the stock. */
    failures: p.integer().default(0),
  },
});

/**
 * The last quote of a stock, and when the next one is due. The table is unlogged: a crash of PostgreSQL empties it, and
 * the next minute fills it.
 */
export class StockQuote extends StockQuoteSchema.class {}
StockQuoteSchema.setClass(StockQuote);

const SessionCheckSchema = defineEntity({
  name: 'SessionCheck',
  properties: {
    rule: () => p.oneToOne(SignalRule).primary().owner().deleteRule('cascade'),
    sessionDate: p.date(),
    price: p.double().$type<number>(),
    high: nullablePrice(),
    low: nullablePrice(),
    source: p.enum(quoteSources),
    /** The `time` of the quote. */
    checkedAt: p.datetime(),
  },
});

/** The quote by which a level was last checked. */
export class SessionCheck extends SessionCheckSchema.class {}
SessionCheckSchema.setClass(SessionCheck);
