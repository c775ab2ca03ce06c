import { type BacktestSettings, defaultSettings } from '@stockbook/rules/settings';
import { formatDate } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/numbers.ts';

/** The settings of a run that differ from the defaults, in words. */
export function describeCosts(settings: BacktestSettings): string[] {
  const { since, until, fractional, dividends } = settings;
  const isOwn = (name: keyof BacktestSettings) => settings[name] !== defaultSettings[name];
  return [
    isOwn('cash') && `cash ${formatCount(settings.cash)}`,
    isOwn('size_percent') && `size ${settings.size_percent}%`,
    isOwn('commission_percent') && `commission ${settings.commission_percent}%`,
    isOwn('commission_fixed') && `fixed commission ${settings.commission_fixed}`,
    isOwn('spread_percent') && `spread ${settings.spread_percent}%`,
    since !== null && `from ${formatDate(since)}`,
    until !== null && `until ${formatDate(until)}`,
    fractional && 'fractions of shares',
    dividends && 'with dividends',
  ].filter((part) => part !== false);
}
