import * as z from 'zod';

/** Share classes have a hyphen, as at Yahoo (`BRK-B`). Tiingo's daily prices cover the USA and (left out) China. */
export const supportedSymbol = /^[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*$/;

/** A day of `GET /tiingo/daily/{ticker}/prices`: prices as traded; adjusted ones also consider dividends. */
const price = z.object({
  /** Midnight in UTC of the trading day. */
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}/),
  open: z.unknown(),
  high: z.unknown(),
  low: z.unknown(),
  close: z.unknown(),
  volume: z.unknown(),
  /** Per share as traded, on the ex-date; 0 on other days. */
  divCash: z.number().nullish(),
  /** New shares for an old one, on the ex-date; 1 on other days. */
  splitFactor: z.number().nullish(),
});
export type TiingoPrice = z.output<typeof price>;
export const pricesSchema = z.array(price);

/** `GET /tiingo/daily/{ticker}`. */
export const metadataSchema = z.object({
  ticker: z.string(),
  name: z.string().nullish(),
  exchangeCode: z.string().nullish(),
});

const match = z.object({
  ticker: z.string(),
  name: z.string().nullish(),
  /** `Stock`, `ETF` or `Mutual Fund`. */
  assetType: z.string().nullish(),
  isActive: z.boolean().nullish(),
  countryCode: z.string().nullish(),
});
export type TiingoMatch = z.output<typeof match>;
/** `GET /tiingo/utilities/search`. */
export const searchSchema = z.array(match);
