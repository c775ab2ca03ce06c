import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';

interface Fixture {
  readonly series: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
  readonly cases: readonly {
    readonly series: string;
    readonly function: string;
    readonly parameters: Readonly<Record<string, number>>;
    readonly begin: number | null;
    readonly outputs: Readonly<Record<string, { readonly rows: number; readonly last: readonly number[] }>>;
  }[];
}

/** Numbers of TA-Lib's own tests. */
const file = new URL('../../../../packages/indicators/test/fixtures/presets.json', import.meta.url);
const { series, cases }: Fixture = JSON.parse(readFileSync(file, 'utf8'));

const harness = useHarness();

let token = '';
const day = (index: number) => new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10);

beforeAll(async () => {
  token = (await harness().signUp()).token;
  for (const [name, columns] of Object.entries(series)) {
    const bars = (columns.close ?? []).map((_, index) => ({
      date: day(index),
      ...Object.fromEntries(Object.entries(columns).map(([column, values]) => [column, values[index]])),
    }));
    const instrument = { symbol: `@${name}`, name, currency: 'USD', bars };
    const created = await harness().rest('POST', '/instruments', { token, body: instrument });
    expect([created.status, created.body.error]).toEqual([201, undefined]);
  }
});

it.each(cases.filter(({ series: name }) => name === 'aapl'))(
  'calculates $function $parameters on own bars of $series like TA-Lib',
  async ({ series: name, function: ta_indicator, parameters, begin, outputs }) => {
    const stock_symbol = `@${name.toUpperCase()}`;
    const indicator_name = `${ta_indicator} ${JSON.stringify(parameters)}`;
    const body = { stock_symbol, ta_indicator, parameters, indicator_name };
    if (begin === null) {
      const refused = await harness().rest('POST', '/indicators/calculate', { token, body });
      expect(refused.status).toBe(400);
      return;
    }
    expect((await harness().calculate(token, body)).status).toBe('SUCCESS');
    const answer = await harness().rest('GET', `/indicators/${stock_symbol}?limit=1`, { token });
    const { indicators } = answer.body as {
      indicators: { indicator_name: string; data: { date: string; value: Value }[] }[];
    };
    const data = indicators.find((each) => each.indicator_name === indicator_name)?.data ?? [];
    expect(data[0]?.date).toBe(day(begin));
    for (const [output, { rows, last }] of Object.entries(outputs)) {
      expect(data).toHaveLength(rows);
      const values = data
        .slice(30)
        .slice(-10)
        .map(({ value }) => lineOf(value, output));
      expect(values).toEqual(last.map((value) => near(value)));
    }
  },
);

type Value = number | Readonly<Record<string, number>>;

/** A line of an indicator, which may be its only one. */
function lineOf(value: Value, output: string): number | undefined {
  return typeof value === 'number' ? value : value[output];
}

/** Equality but for 10^-9 of the number. */
const near = (value: number) =>
  expect.closeTo(value, 9 - Math.ceil(Math.log10(Math.max(1, Math.abs(value)))));
