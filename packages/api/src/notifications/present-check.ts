import type { SignalRow } from '@stockbook/db';

/** When the price of a signal was paid, if it was given during the session; else that it was given at the close. */
export function presentCheck({
  kind,
  priceTime,
  delayMinutes,
  isConfirmed,
}: Pick<SignalRow, 'kind' | 'priceTime' | 'delayMinutes' | 'isConfirmed'>) {
  const checked = priceTime === null ? ('close' as const) : ('session' as const);
  return {
    checked: kind === 'notice' ? null : checked,
    price_time: priceTime?.toISOString() ?? null,
    delay_minutes: delayMinutes,
    is_confirmed: isConfirmed,
  };
}
