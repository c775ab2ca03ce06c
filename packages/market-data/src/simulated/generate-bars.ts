import { firstDate, weekdaysBetween } from '../bars/calendar-date.ts';
import type { CatalogueEntry } from '../catalogue/catalogue.ts';
import type { DailyBars } from '../provider/provider.ts';
import { seededRandom } from './seeded-random.ts';

const tradingDaysPerYear = 261;
/** The trend reaches the entry's `priceLevel` in this year and continues with the same slope. */
const levelYear = 2026;
const equityGrowthPerYear = 0.06;
/** Mean reversion: share of its distance from the trend that a price recovers per year. */
const reversionPerYear = 0.5;

interface PriceParameters {
  /** Standard deviation of the yearly logarithmic return. */
  readonly volatility: number;
  readonly baseVolume: number;
  /** Logarithm of the price on the first day, and its growth per trading day. */
  readonly startLog: number;
  readonly growthPerDay: number;
  /** Power of ten that turns prices into whole numbers. */
  readonly scale: number;
}

/**
 * Daily bars of `entry` for every weekday from 1990-01-01, or the start of the year it was listed in, to the last
 * weekday before `end` (`YYYY-MM-DD`). Deterministic: each day depends only on `seed` and the days before it, so a
 * later `end` only appends bars.
 *
 * The logarithm of the close is a linear trend plus an Ornstein-Uhlenbeck process, which keeps it near the trend over
 * any period. The logarithm of the volatility is a first-order autoregressive process, which clusters volatility.
 */
export function generateBars(entry: CatalogueEntry, end: string, seed = entry.symbol): DailyBars {
  const listed = `${entry.listedIn}-01-01`;
  const date = weekdaysBetween(listed > firstDate ? listed : firstDate, end);
  const open: number[] = [];
  const high: number[] = [];
  const low: number[] = [];
  const close: number[] = [];
  const volume: number[] = [];

  const random = seededRandom(seed);
  const parameters = drawParameters(entry, random.uniform());
  const { scale } = parameters;
  const baseSigma = parameters.volatility / Math.sqrt(tradingDaysPerYear);
  const reversion = reversionPerYear / tradingDaysPerYear;
  let logVolatility = 0;
  let deviation = 0;
  let previousClose = Math.exp(parameters.startLog);

  for (let day = 0; day < date.length; day++) {
    logVolatility = 0.97 * logVolatility + 0.08 * random.normal();
    const sigma = baseSigma * Math.exp(logVolatility);
    const shock = random.normal();
    deviation += sigma * shock - reversion * deviation;
    const dayClose = Math.exp(parameters.startLog + parameters.growthPerDay * day + deviation);
    const dayOpen = previousClose * Math.exp(0.35 * sigma * random.normal());
    const dayHigh = Math.max(dayOpen, dayClose) * Math.exp(0.5 * sigma * Math.abs(random.normal()));
    const dayLow = Math.min(dayOpen, dayClose) * Math.exp(-0.5 * sigma * Math.abs(random.normal()));
    const volumeDeviation = 0.3 * random.normal() + 0.3 * Math.abs(shock) + 0.5 * logVolatility;
    // Rounding is monotonic: high stays at or above open and close, low at or below.
    open.push(Math.round(dayOpen * scale) / scale);
    high.push(Math.round(dayHigh * scale) / scale);
    low.push(Math.round(dayLow * scale) / scale);
    close.push(Math.round(dayClose * scale) / scale);
    volume.push(Math.round(parameters.baseVolume * Math.exp(volumeDeviation)));
    previousClose = dayClose;
  }
  return { date, open, high, low, close, volume };
}

function drawParameters(entry: CatalogueEntry, draw: number): PriceParameters {
  const isEquity = entry.type === 'equity';
  const isCurrency = entry.type === 'currency';
  const firstYear = Math.max(entry.listedIn, Number(firstDate.slice(0, 4)));
  const years = levelYear - firstYear;
  // At least 10, or `priceLevel` if that is lower: a price step of one cent stays small.
  const start = isCurrency
    ? entry.priceLevel
    : Math.max(entry.priceLevel * Math.exp(-equityGrowthPerYear * years), Math.min(entry.priceLevel, 10));
  return {
    volatility: isCurrency ? 0.08 : isEquity ? 0.2 + 0.2 * draw : 0.16,
    baseVolume: 1e6 * 40 ** draw,
    startLog: Math.log(start),
    growthPerDay: Math.log(entry.priceLevel / start) / (years * tradingDaysPerYear),
    scale: 10 ** priceDecimals(entry),
  };
}

/** Decimal places of the instrument's quotes. */
function priceDecimals(entry: CatalogueEntry): number {
  if (entry.type === 'currency') return entry.priceLevel < 10 ? 4 : 3;
  const isWholeUnits = entry.priceLevel >= 1000 && (entry.currency === 'JPY' || entry.currency === 'KRW');
  return isWholeUnits && entry.type === 'equity' ? 0 : 2;
}
