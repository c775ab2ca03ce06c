import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { calculateInThread, IndicatorError } from '../index.ts';

const prices = [1, 2, 4, 8, 16, 32];
const bars = { open: prices, high: prices, low: prices, close: prices, volume: prices };

const long = Array.from({ length: 20_000 }, (_, bar) => 100 + (bar % 7));
const longBars = { open: long, high: long, low: long, close: long, volume: long };
/** Hundreds of milliseconds, and far less than one. */
const slow = { bars: longBars, timeperiod: 10_000 };
const quick = { bars, timeperiod: 2 };

/** Requests all calculations at once. @returns the users in the order in which their calculations ended */
async function orderOfEnds(...requests: [user: string, calculation: typeof quick][]): Promise<string[]> {
  const ended: string[] = [];
  const calculations = requests.map(async ([user, calculation]) => {
    await calculateInThread('AVGDEV', calculation.bars, { timeperiod: calculation.timeperiod }, user);
    ended.push(user);
  });
  await Promise.all(calculations);
  return ended;
}

describe('calculateInThread', () => {
  it('answers as calculate does, many at once', async () => {
    const results = await Promise.all(
      [2, 3, 4].map((timeperiod) => calculateInThread('sma', bars, { timeperiod })),
    );
    expect(results[0]).toEqual({
      function: 'SMA',
      parameters: { timeperiod: 2 },
      begin: 1,
      outputs: [{ name: 'real', values: Float64Array.of(1.5, 3, 6, 12, 24) }],
    });
    expect(results.map(({ begin }) => begin)).toEqual([1, 2, 3]);
  });

  it('calculates with tulind in both threads', async () => {
    const results = await Promise.all(
      ['first', 'second'].map((turn) => calculateInThread('RSI', bars, { timeperiod: 2 }, turn)),
    );
    for (const { outputs } of results)
      expect(outputs[0]?.values).toEqual(Float64Array.of(100, 100, 100, 100));
  });

  it('calculates for another user while the slow calculations of one are running and waiting', async () => {
    expect(await orderOfEnds(['busy', slow], ['busy', slow], ['other', quick])).toEqual([
      'other',
      'busy',
      'busy',
    ]);
  });

  it('serves a user who comes last before the next calculations of those who keep the threads busy', async () => {
    const order = await orderOfEnds(['a', slow], ['a', slow], ['b', slow], ['b', slow], ['last', quick]);
    // After one calculation each of the others, or after one of them.
    expect(order.indexOf('last')).toBeLessThanOrEqual(2);
  });

  it('lets the process end when all threads are idle', async () => {
    const index = new URL('../index.ts', import.meta.url).href;
    const script = `
      import { calculateInThread } from ${JSON.stringify(index)};
      const bars = ${JSON.stringify(bars)};
      const turns = ['first', 'second'].map((turn) => calculateInThread('SMA', bars, { timeperiod: 2 }, turn));
      console.log((await Promise.all(turns)).length);
    `;
    const args = ['--eval', script];
    // Rejects if the process does not end.
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 9_000 });
    expect(stdout).toBe('2\n');
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
