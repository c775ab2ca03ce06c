import { type BacktestSettings, defaultSettings, settingsBounds } from '@stockbook/rules/settings';
import { isWithin, readNumber } from './limits.ts';

type NumberName = keyof typeof settingsBounds;

/** Costs and sizing as they are typed. */
export interface SettingsDraft {
  readonly numbers: Readonly<Record<NumberName, string>>;
  /** `YYYY-MM-DD`, or empty. */
  readonly since: string;
  readonly until: string;
  readonly fractional: boolean;
  readonly dividends: boolean;
}

/** Every field, with the range of its `settingsBounds` in words. */
export const settingFields: readonly {
  readonly name: NumberName;
  readonly label: string;
  readonly range: string;
}[] = [
  { name: 'cash', label: 'Cash', range: 'Above 0' },
  { name: 'size_percent', label: 'Size (% of cash)', range: 'Above 0, at most 100' },
  { name: 'commission_percent', label: 'Commission (%)', range: '0 to below 10' },
  { name: 'commission_fixed', label: 'Fixed commission', range: '0 or more' },
  { name: 'spread_percent', label: 'Spread (%)', range: '0 to 10' },
];

export function settingsDraft(settings: BacktestSettings): SettingsDraft {
  return {
    numbers: {
      cash: String(settings.cash),
      size_percent: String(settings.size_percent),
      commission_percent: String(settings.commission_percent),
      commission_fixed: String(settings.commission_fixed),
      spread_percent: String(settings.spread_percent),
    },
    since: settings.since ?? '',
    until: settings.until ?? '',
    fractional: settings.fractional,
    dividends: settings.dividends,
  };
}

type SettingsErrors = Partial<Record<NumberName | 'since', string>>;

/** The settings of a draft, an empty number being the default; null with the errors by field if one is not valid. */
export function readSettings(draft: SettingsDraft): {
  settings: BacktestSettings | null;
  errors: SettingsErrors;
} {
  const errors: SettingsErrors = {};
  const { since, until, fractional, dividends } = draft;
  const read = (name: NumberName) => readNumber(draft.numbers[name]) ?? defaultSettings[name];
  for (const { name, range } of settingFields) {
    if (!isWithin(read(name), settingsBounds[name])) errors[name] = range;
  }
  if (since && until && since > until) errors.since = 'The first day is after the last one';
  const settings = {
    cash: read('cash'),
    size_percent: read('size_percent'),
    commission_percent: read('commission_percent'),
    commission_fixed: read('commission_fixed'),
    spread_percent: read('spread_percent'),
    since: since || null,
    until: until || null,
    fractional,
    dividends,
  };
  return { settings: Object.keys(errors).length > 0 ? null : settings, errors };
}
