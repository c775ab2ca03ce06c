import { readNumber } from './limits.ts';

type NumberName = 'cash' | 'size_percent' | 'commission_percent' | 'commission_fixed' | 'spread_percent';

/** Costs and sizing as they are typed. */
export interface SettingsDraft {
  readonly numbers: Readonly<Record<NumberName, string>>;
  /** `YYYY-MM-DD`, or empty. */
  readonly since: string;
  readonly until: string;
  readonly fractional: boolean;
  readonly dividends: boolean;
}

/** The settings of a run, complete. */
export interface RunSettings extends Readonly<Record<NumberName, number>> {
  readonly since: string | null;
  readonly until: string | null;
  readonly fractional: boolean;
  readonly dividends: boolean;
}

export const defaultSettings: RunSettings = {
  cash: 10_000,
  size_percent: 100,
  commission_percent: 0.1,
  commission_fixed: 0,
  spread_percent: 0.05,
  since: null,
  until: null,
  fractional: false,
  dividends: false,
};

export const settingFields: readonly {
  readonly name: NumberName;
  readonly label: string;
  readonly range: string;
  readonly isValid: (value: number) => boolean;
}[] = [
  { name: 'cash', label: 'Cash', range: 'Above 0', isValid: (value) => value > 0 },
  {
    name: 'size_percent',
    label: 'Size (% of cash)',
    range: 'Above 0, at most 100',
    isValid: (value) => value > 0 && value <= 100,
  },
  {
    name: 'commission_percent',
    label: 'Commission (%)',
    range: '0 to below 10',
    isValid: (value) => value >= 0 && value < 10,
  },
  {
    name: 'commission_fixed',
    label: 'Fixed commission',
    range: '0 or more',
    isValid: (value) => value >= 0 && Number.isFinite(value),
  },
  {
    name: 'spread_percent',
    label: 'Spread (%)',
    range: '0 to 10',
    isValid: (value) => value >= 0 && value <= 10,
  },
];

export function settingsDraft(settings: RunSettings): SettingsDraft {
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
export function readSettings(draft: SettingsDraft): { settings: RunSettings | null; errors: SettingsErrors } {
  const errors: SettingsErrors = {};
  const { since, until, fractional, dividends } = draft;
  const read = (name: NumberName) => readNumber(draft.numbers[name]) ?? defaultSettings[name];
  for (const { name, range, isValid } of settingFields) {
    if (!isValid(read(name))) errors[name] = range;
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
