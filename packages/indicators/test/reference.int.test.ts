import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { calculate, IndicatorError, type SeriesColumns } from '../src/index.ts';
import { expectClose } from './expect-close.ts';

interface Fixture {
  series: Record<string, SeriesColumns>;
  cases: {
    series: string;
    function: string;
    parameters: Record<string, number>;
    begin: number | null;
    outputs: Record<string, { rows: number; first: number[]; last: number[] }>;
  }[];
}

describe.each(['presets', 'others'])("TA-Lib's numbers: %s", (file) => {
  const path = new URL(`fixtures/${file}.json`, import.meta.url);
  const { series, cases }: Fixture = JSON.parse(readFileSync(path, 'utf8'));

  it.each(cases)('calculates $function $parameters on $series like TA-Lib', (reference) => {
    const bars = series[reference.series];
    if (!bars) throw new Error(`The fixture has no series ${reference.series}`);
    const run = () => calculate(reference.function, bars, reference.parameters);
    if (reference.begin === null) {
      expect(run).toThrow(IndicatorError);
      expect(run).toThrow('needs at least');
      return;
    }
    const { begin, outputs } = run();
    expect(begin).toBe(reference.begin);
    expect(outputs.map(({ name }) => name).sort()).toEqual(Object.keys(reference.outputs).sort());
    for (const { name, values } of outputs) {
      const expected = reference.outputs[name];
      expect(values).toHaveLength(expected?.rows ?? -1);
      expectClose(values.slice(0, 30), expected?.first ?? []);
      expectClose(values.slice(30).slice(-10), expected?.last ?? []);
    }
  });
});
