import { FIRST_DATE, weekdaysBetween } from '../bars/calendar-date.ts';
import type { CatalogueEntry } from '../catalogue/catalogue-entry.ts';
import type { DailyBars } from '../provider/provider.ts';
import { seededRandom } from './seeded-random.ts';

const TRADING_DAYS_A_YEAR = 261;
/** By this year the trend has reached the entry's price level; it goes on at the same pace afterwards. */
const LEVEL_YEAR = 2026;
const EQUITY_GROWTH_A_YEAR = 0.06;
/** Share of its distance from the trend that a price makes good within a year. */
const REVERSION_A_YEAR = 0.5;

interface Character {
  /** Standard deviation of the logarithm of a year's return. */
  readonly volatility: number;
  readonly usualVolume: number;
  /** Logarithm of the price on the first day, and its growth a trading day. */
  readonly startLog: number;
  readonly growthADay: number;
  /** Power of ten by which prices are whole numbers. */
  readonly scale: number;
}

/**
 * Daily bars of `entry` for every weekday from 1990-01-01, or the start of the year it was listed in, to the last
 * weekday before `end` (`YYYY-MM-DD`). The same `seed` always gives the same bars: each day is drawn from the
 * days before it alone, so a later `end` only adds to them.
 *
 * The logarithm of the close is a straight trend plus an Ornstein-Uhlenbeck process, which keeps it near the trend
 * for any length of time; its volatility wanders too, so that calm and nervous weeks come in runs.
 */
export function generateBars(entry: CatalogueEntry, end: string, seed = entry.symbol): DailyBars {
  const listed = `${entry.listedIn}-01-01`;
  const date = weekdaysBetween(listed > FIRST_DATE ? listed : FIRST_DATE, end);
  const open: number[] = [];
  const high: number[] = [];
  const low: number[] = [];
  const close: number[] = [];
  const volume: number[] = [];

  const random = seededRandom(seed);
  const character = drawCharacter(entry, random.uniform());
  const { scale } = character;
  const calmSigma = character.volatility / Math.sqrt(TRADING_DAYS_A_YEAR);
  const reversion = REVERSION_A_YEAR / TRADING_DAYS_A_YEAR;
  let nervousness = 0;
  let deviation = 0;
  let previousClose = Math.exp(character.startLog);

  for (let day = 0; day < date.length; day++) {
    nervousness = 0.97 * nervousness + 0.08 * random.normal();
    const sigma = calmSigma * Math.exp(nervousness);
    const shock = random.normal();
    deviation += sigma * shock - reversion * deviation;
    const dayClose = Math.exp(character.startLog + character.growthADay * day + deviation);
    const dayOpen = previousClose * Math.exp(0.35 * sigma * random.normal());
    const dayHigh = Math.max(dayOpen, dayClose) * Math.exp(0.5 * sigma * Math.abs(random.normal()));
    const dayLow = Math.min(dayOpen, dayClose) * Math.exp(-0.5 * sigma * Math.abs(random.normal()));
    const excitement = 0.3 * random.normal() + 0.3 * Math.abs(shock) + 0.5 * nervousness;
    // Rounding keeps the order of what it rounds: high stays at or above open and close, low at or below.
    open.push(Math.round(dayOpen * scale) / scale);
    high.push(Math.round(dayHigh * scale) / scale);
    low.push(Math.round(dayLow * scale) / scale);
    close.push(Math.round(dayClose * scale) / scale);
    volume.push(Math.round(character.usualVolume * Math.exp(excitement)));
    previousClose = dayClose;
  }
  return { date, open, high, low, close, volume };
}

function drawCharacter(entry: CatalogueEntry, luck: number): Character {
  const isEquity = entry.type === 'equity';
  const isCurrency = entry.type === 'currency';
  const firstYear = Math.max(entry.listedIn, Number(FIRST_DATE.slice(0, 4)));
  const years = LEVEL_YEAR - firstYear;
  // A cheap instrument starts at 10 or, where it is cheaper than that today, at its level: a cent stays a small step.
  const start = isCurrency
    ? entry.priceLevel
    : Math.max(entry.priceLevel * Math.exp(-EQUITY_GROWTH_A_YEAR * years), Math.min(entry.priceLevel, 10));
  return {
    volatility: isCurrency ? 0.08 : isEquity ? 0.2 + 0.2 * luck : 0.16,
    usualVolume: 1e6 * 40 ** luck,
    startLog: Math.log(start),
    growthADay: Math.log(entry.priceLevel / start) / (years * TRADING_DAYS_A_YEAR),
    scale: 10 ** priceDecimals(entry),
  };
}

/** Decimals in which such an instrument is quoted. */
function priceDecimals(entry: CatalogueEntry): number {
  if (entry.type === 'currency') return entry.priceLevel < 10 ? 4 : 3;
  const isWholeUnits = entry.priceLevel >= 1000 && (entry.currency === 'JPY' || entry.currency === 'KRW');
  return isWholeUnits && entry.type === 'equity' ? 0 : 2;
}
