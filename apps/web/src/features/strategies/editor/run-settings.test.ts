import { defaultSettings } from '@stockbook/rules/settings';
import { describe, expect, it } from 'vitest';
import { limitErrors, readNumber } from './limits.ts';
import { readSettings, settingsDraft } from './run-settings.ts';

const draft = settingsDraft(defaultSettings);
const withNumber = (change: Partial<typeof draft.numbers>) => ({
  ...draft,
  numbers: { ...draft.numbers, ...change },
});

describe('readSettings', () => {
  it('reads back the settings of a draft', () => {
    const settings = { ...defaultSettings, since: '2020-01-01', cash: 25_000.5, fractional: true };
    expect(readSettings(settingsDraft(settings))).toEqual({ settings, errors: {} });
  });

  it('reads an empty number as the default', () => {
    expect(readSettings(withNumber({ cash: ' ', spread_percent: '' })).settings).toEqual(defaultSettings);
  });

  it.each([
    [{ cash: '0' }, { cash: 'Above 0' }],
    [{ cash: 'a lot' }, { cash: 'Above 0' }],
    [{ size_percent: '100.5' }, { size_percent: 'Above 0, at most 100' }],
    [{ commission_percent: '10' }, { commission_percent: '0 to below 10' }],
    [{ commission_fixed: '-1' }, { commission_fixed: '0 or more' }],
    [{ spread_percent: '10.1' }, { spread_percent: '0 to 10' }],
  ])('rejects %j', (change, errors) => {
    expect(readSettings(withNumber(change))).toEqual({ settings: null, errors });
  });

  it('rejects a first day after the last one', () => {
    const { settings, errors } = readSettings({ ...draft, since: '2021-01-02', until: '2021-01-01' });
    expect(settings).toBeNull();
    expect(errors.since).toBe('The first day is after the last one');
    expect(readSettings({ ...draft, since: '2021-01-01', until: '2021-01-01' }).settings).not.toBeNull();
  });
});

describe('limits', () => {
  it('names the limits that are not valid, and allows empty ones', () => {
    const none = { stop_loss_percent: '', take_profit_percent: '', max_bars: '' };
    expect(limitErrors(none)).toEqual({});
    expect(
      limitErrors({ stop_loss_percent: '99.9', take_profit_percent: '10000', max_bars: '5000' }),
    ).toEqual({});
    expect(limitErrors({ stop_loss_percent: '100', take_profit_percent: '0', max_bars: '1.5' })).toEqual({
      stop_loss_percent: 'Above 0 and below 100',
      take_profit_percent: 'Above 0, at most 10,000',
      max_bars: 'A whole number from 1 to 5,000',
    });
  });

  it('reads texts as numbers', () => {
    expect([readNumber(''), readNumber(' 8.5 '), readNumber('8,5')]).toEqual([null, 8.5, Number.NaN]);
  });
});
