import { describe, expect, it } from 'vitest';
import { calculateInThread, IndicatorError } from '../index.ts';

const prices = [1, 2, 4, 8, 16, 32];
const bars = { open: prices, high: prices, low: prices, close: prices, volume: prices };

describe('calculateInThread', () => {
  it('answers as calculate does, many at once', async () => {
    const results = await Promise.all(
      [2, 3, 4].map((timeperiod) => calculateInThread('sma', bars, { timeperiod })),
    );
    expect(results[0]).toEqual({
      function: 'SMA',
      parameters: { timeperiod: 2 },
      begin: 1,
      outputs: [{ name: 'real', values: [1.5, 3, 6, 12, 24] }],
    });
    expect(results.map(({ begin }) => begin)).toEqual([1, 2, 3]);
    // A function of tulind's, which only that thread may load.
    expect((await calculateInThread('RSI', bars, { timeperiod: 2 })).outputs[0]?.values).toEqual([
      100, 100, 100, 100,
    ]);
  });

  it('lets those who ask take turns', async () => {
    const ended: string[] = [];
    const calculate = async (turn: string) => {
      await calculateInThread('SMA', bars, { timeperiod: 2 }, turn);
      ended.push(turn);
    };
    await Promise.all([...Array.from({ length: 5 }, () => calculate('busy')), calculate('other')]);
    expect(ended.indexOf('other')).toBe(1);
  });

  it('fails as calculate does', async () => {
    const failed = calculateInThread('SMA', bars, { timeperiod: 100 });
    await expect(failed).rejects.toBeInstanceOf(IndicatorError);
    await expect(failed).rejects.toMatchObject({
      code: 'TOO_FEW_BARS',
      message: 'SMA with timeperiod 100 needs at least 100 bars, the stock has 6',
    });
    await expect(calculateInThread('SMA', bars, { timeperiod: 'x' })).rejects.toMatchObject({
      parameter: 'timeperiod',
    });
  });
});
