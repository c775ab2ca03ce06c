import { expect, it } from 'vitest';
import type { Series } from './read-series.ts';
import { writeIndicatorsCsv, writeStockIndicators } from './write-indicators.ts';

const dates = Array.from({ length: 2_000 }, (_, day) =>
  new Date(day * 86_400_000).toISOString().slice(0, 10),
);
const head = {
  id: 'id',
  indicator_name: 'a "name"',
  indicator_function: 'F',
  calculated_at: '2024-01-01T00:00:00.000Z',
  data_start_date: '1970-01-03',
  data_end_date: '1975-06-23',
  parameters: { timeperiod: 2 },
};
const numbers = [-0, 1e21, 1e-7, 1 / 3, -123.456, 5e-324, 42];

/** Lines over all dates except the first `begin`. */
function series(outputs: readonly string[], begin: number): Series {
  const count = (dates.length - begin) * outputs.length;
  const values = Float64Array.from({ length: count }, (_, at) => numbers[at % numbers.length] ?? 0);
  return { head, outputs, values, dates, begin };
}

async function* iterate(all: readonly Series[]) {
  yield* all;
}

function asObject({ outputs, values, begin }: Series) {
  const count = outputs.length === 0 ? 0 : values.length / outputs.length;
  const valueAt = (row: number) =>
    outputs.length === 1
      ? values[row]
      : Object.fromEntries(outputs.map((output, line) => [output, values[line * count + row]]));
  const data = Array.from({ length: count }, (_, row) => ({ date: dates[begin + row], value: valueAt(row) }));
  return { ...head, data };
}

it('writes the same text as JSON.stringify', async () => {
  const all = [
    series(['real'], 2),
    series(['macd', 'macdsignal', 'a "line"'], 33),
    series([], 0),
    series(['real'], 2_000),
    series(['real'], 1_999),
  ];
  for (const some of [[], all.slice(0, 1), all]) {
    const pieces: string[] = [];
    for await (const piece of writeStockIndicators({ stock_symbol: 'AAPL', total: 7 }, iterate(some))) {
      pieces.push(piece);
    }
    const expected = { stock_symbol: 'AAPL', indicators: some.map(asObject), total: 7 };
    expect(pieces.join('')).toBe(JSON.stringify(expected));
  }
});

it('yields to the event loop before each piece of rows', async () => {
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const seen: number[] = [];
  const written = writeStockIndicators({ stock_symbol: 'AAPL', total: 1 }, iterate([series(['a', 'b'], 0)]));
  for await (const piece of written) {
    expect(piece.length).toBeLessThan(100_000);
    if (piece.includes('"date"')) seen.push(turns);
  }
  isDone = true;
  expect(seen.length).toBeGreaterThan(2);
  expect(new Set(seen).size).toBe(seen.length);
});

it('writes the header of a CSV file before it reads, and no value of an indicator that is gone by then', async () => {
  const [kept, gone] = ['kept', 'gone'].map((id) => ({ ...series(['real'], 1_998), head: { ...head, id } }));
  if (!kept || !gone) throw new Error('there must be two');
  let isRead = false;
  const pieces = writeIndicatorsCsv([kept, gone], async () => {
    isRead = true;
    return [kept];
  });
  expect(await pieces.next()).toEqual({
    done: false,
    value: 'date,"a ""name"": F(timeperiod=2)","a ""name"": F(timeperiod=2)"\r\n',
  });
  expect(isRead).toBe(false);
  expect(await pieces.next()).toEqual({ done: false, value: '1975-06-22,0,\r\n1975-06-23,1e+21,\r\n' });
  expect(await pieces.next()).toEqual({ done: true, value: undefined });
});
