import { describe, expect, it } from 'vitest';
import {
  countCombinations,
  defaultRange,
  readRange,
  type SweepNumber,
  sweepParameters,
} from './sweep-range.ts';

const number = (address: string, label: string, value: number): SweepNumber => ({
  address,
  label,
  value,
  min: 2,
  max: 100_000,
});
const rsiNumbers = [
  number('entry[0]', 'timeperiod of RSI', 14),
  number('entry[1]', 'RSI (14) crosses above', 30),
  number('exit[0]', 'timeperiod of RSI', 14),
  { ...number('stop_loss_percent', 'Stop-loss', 8), min: 0, max: 100 },
];

describe('sweepParameters', () => {
  it('offers numbers of equal meaning together, and each number alone', () => {
    expect(sweepParameters(rsiNumbers).map(({ label, addresses }) => [label, ...addresses])).toEqual([
      ['Entry and exit: RSI (14)', 'entry[0]', 'exit[0]'],
      ['Entry: RSI (14)', 'entry[0]'],
      ['Entry: RSI (14) crosses above (30)', 'entry[1]'],
      ['Exit: RSI (14)', 'exit[0]'],
      ['Exit: Stop-loss (8)', 'stop_loss_percent'],
    ]);
  });

  it('does not join equal labels of different values, and tells them apart by their values', () => {
    const numbers = [
      number('entry[0]', 'timeperiod of SMA', 50),
      number('entry[1]', 'timeperiod of SMA', 200),
    ];
    expect(sweepParameters(numbers).map(({ label }) => label)).toEqual([
      'Entry: SMA (50)',
      'Entry: SMA (200)',
    ]);
  });

  it('names the only rule that has a number several times, and an exit that is not used', () => {
    const numbers = [
      number('entry[0]', 'fastperiod of MACD', 12),
      number('entry[1]', 'fastperiod of MACD', 12),
      { ...number('max_bars', 'Time', 0), value: null },
    ];
    const labels = sweepParameters(numbers).map(({ label }) => label);
    expect([labels[0], labels.at(-1)]).toEqual(['Entry, all: Fast period of MACD (12)', 'Exit: Time (none)']);
  });
});

describe('defaultRange', () => {
  const rangeOf = (value: number, min: number | null = null, max: number | null = null) =>
    Object.values(defaultRange({ addresses: [], label: '', value, min, max }));

  it('puts the default range around the value, in whole steps for whole numbers', () => {
    expect(rangeOf(50)).toEqual(['30', '70', '10']);
    expect(rangeOf(14)).toEqual(['8', '20', '3']);
    expect(rangeOf(0.1)).toEqual(['0.08', '0.12', '0.01']);
    expect(rangeOf(0)).toEqual(['-2', '2', '1']);
  });

  it('stays within the bounds', () => {
    expect(rangeOf(3, 2, 4)).toEqual(['2', '4', '1']);
  });
});

describe('readRange', () => {
  const [parameter] = sweepParameters(rsiNumbers);
  if (!parameter) throw new Error('no parameter');

  it('reads the numbers of a range', () => {
    expect(readRange(parameter, { from: '5', to: '25', step: '5' })).toEqual({
      numbers: ['entry[0]', 'exit[0]'],
      from: 5,
      to: 25,
      step: 5,
    });
  });

  it.each([
    [{ from: '', to: '25', step: '5' }, 'From, to and step must be numbers'],
    [{ from: '5', to: '25', step: '0' }, 'The step must be above 0'],
    [{ from: '30', to: '25', step: '5' }, 'From is above to'],
    [{ from: '1', to: '25', step: '5' }, 'From must be at least 2'],
    [{ from: '5', to: '100001', step: '5' }, 'To must be at most 100,000'],
  ])('rejects %j', (texts, sentence) => {
    expect(readRange(parameter, texts)).toBe(sentence);
  });

  it('names a bound with its decimals', () => {
    const texts = { from: '0', to: '1', step: '0.1' };
    expect(readRange({ ...parameter, min: 0.01 }, texts)).toBe('From must be at least 0.01');
  });
});

it('counts the combinations', () => {
  const range = (from: number, to: number, step: number) => ({ numbers: [], from, to, step });
  expect(countCombinations([range(5, 25, 5)])).toBe(5);
  expect(countCombinations([range(5, 26, 5), range(0.1, 0.3, 0.1)])).toBe(15);
});
