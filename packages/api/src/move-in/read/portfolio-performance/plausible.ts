import { dayNumber } from '@stockbook/common/days';
import type { NeutralLine } from '../../form.ts';
import type { PpSecurity } from './client.ts';

/** Days that the close beside a trade may be older. */
const maxAge = 10;

/** Most that a trade's price may differ from the close, as a factor. */
const maxFactor = 10;

/** Trades of ten that must lie near the closes. */
const minPart = 0.9;

/** Whether the prices of the trades lie near the closes of the file itself: else its numbers have another meaning. */
export function isPlausible(lines: readonly NeutralLine[], securities: readonly PpSecurity[]): boolean {
  const byUuid = new Map(securities.map((security) => [security.uuid, security]));
  let [near, all] = [0, 0];
  for (const { kind, date, security, quantity, gross, foreign, currency, problem } of lines) {
    const found = byUuid.get(security ?? '');
    if ((kind !== 'buy' && kind !== 'sell') || !found || problem !== null || Number(gross) === 0) continue;
    if (found.currency !== (foreign?.currency ?? currency)) continue;
    const close = closeOn(found, dayNumber(date));
    if (close === null) continue;
    all += 1;
    const price = Number(gross) / Number(quantity) / Number(foreign?.rate ?? 1);
    const factors = [
      1,
      ...found.events.flatMap(({ type, details, date: day }) => ratio(type, details, day > date)),
    ];
    if (factors.some((factor) => isNear(price / factor, close))) near += 1;
  }
  return near >= minPart * all;
}

const isNear = (price: number, close: number) => price < close * maxFactor && close < price * maxFactor;

function ratio(type: string, details: string, isLater: boolean): number[] {
  const [above, below] = details.split(':').map(Number);
  return type === 'split' && isLater && above && below ? [above / below, below / above] : [];
}

function closeOn({ prices: { days, closes } }: PpSecurity, day: number): number | null {
  const index = days.findLastIndex((each) => each <= day);
  const known = days[index];
  return known === undefined || day - known > maxAge ? null : (closes[index] ?? null);
}
