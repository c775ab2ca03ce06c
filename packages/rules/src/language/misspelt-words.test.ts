import { catalogue } from '@stockbook/indicators';
import { describe, expect, it } from 'vitest';
import { parseRule } from './parse-rule.ts';

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
/** Have messages of their own: what users of other languages write. */
const otherWords = new Set(['crossed', 'touched']);

/** All words of at least two letters that one insertion, removal, replacement or swap of letters makes of a word. */
function misspellings(word: string): string[] {
  const made = [...`${word} `].flatMap((_, index) => {
    const [before, after] = [word.slice(0, index), word.slice(index)];
    return [
      ...letters.map((letter) => before + letter + after),
      ...letters.map((letter) => before + letter + after.slice(1)),
      before + after.slice(1),
      before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2),
    ];
  });
  return [...new Set(made)].filter((text) => text !== word && text.length > 1 && !otherWords.has(text));
}

/** Rules in which `_` stands for the word. */
const places: Readonly<Record<string, readonly string[]>> = {
  above: [
    'rsi(14) crosses _ 30',
    'not close crosses _ sma(20) and volume > 1',
    'open > 1 or (close crosses _ (open + low) / 2)',
    'close crosses _ -5',
    'close[1] crosses _ (open)[2]',
    'macd() crosses _ macd().macdsignal',
    'volume > 1 and rsi(14) crosses _',
  ],
  below: [
    'rsi(14) crosses _ 30',
    'close crosses _ (open + low) / 2',
    'close crosses _ open',
    'close crosses _',
  ],
  crosses: [
    'rsi(14) _ above 30',
    'close _ sma(20)',
    'volume > 1 and (close[1] _ below 5)',
    'macd().macdsignal _ 0 or close > 1',
  ],
  touches: ['price _ 187.5', 'volume > 1 or price _ sma(200)'],
  price: ['_ touches 187.5', 'volume > 1 and _ touches sma(200)'],
  and: [
    'close > 1 _ open > 2',
    'not close > 1 _ (open > 2 or low > 1)',
    'rsi(14) crosses above 30 _ not low > 1',
  ],
  or: ['close > 1 _ open > 2', '(close > 1) _ (open > 2)', 'price touches 5 _ price touches 6'],
  not: [
    '_ close > 1',
    'close > 1 and _ rsi(14) > 5',
    'low > 1 and (_ 5 > close)',
    '_ (close > 1 or low > 1)',
    '_ not close > 1',
    'open > 1 or _ price touches 5',
  ],
};

describe.each(Object.keys(places))('a misspelt %s', (word) => {
  it.each(places[word] ?? [])('explains a misspelt word at its place in "%s"', (place) => {
    for (const wrong of misspellings(word)) {
      const offset = place.indexOf('_');
      const { errors } = parseRule(place.replace('_', wrong), catalogue);
      const span = { offset, length: wrong.length };
      expect(errors).toEqual([
        {
          message: `Unknown name "${wrong}". Did you mean "${word}"?`,
          ...span,
          fix: { ...span, text: word },
        },
      ]);
    }
  });
});

it.each([
  // A text, its wrong word, the correction of the word, and the text after the fix.
  ['sma50 > close', 'sma50', 'sma(50)', 'sma(50) > close'],
  ['close > SMA_50', 'SMA_50', 'sma(50)', 'close > sma(50)'],
  ['atr14[1] > 2', 'atr14', 'atr(14)', 'atr(14)[1] > 2'],
  ['bb20 > close', 'bb20', 'bbands(20, 2, 2)', 'bbands(20, 2, 2) > close'],
  ['hl2 > open', 'hl2', 'medprice()', 'medprice() > open'],
  ['close > hlc3', 'hlc3', 'typprice()', 'close > typprice()'],
  ['close > ohlc4', 'ohlc4', 'avgprice()', 'close > avgprice()'],
  ['close > highest(high, 252)[1]', 'highest', 'MAX', 'close > max(high, 252)[1]'],
  ['close < lowest(low, 20)', 'lowest', 'MIN', 'close < min(low, 20)'],
  ['close > bb(20).upperband', 'bb', 'BBANDS', 'close > bbands(20).upperband'],
  ['bb > close', 'bb', 'bbands(20, 2, 2)', 'bbands(20, 2, 2) > close'],
  ['ta.rsi(close, 14) > 70', 'ta.rsi', 'RSI', 'rsi(close, 14) > 70'],
  ['close > ta.Highest(20)', 'ta.Highest', 'MAX', 'close > max(20)'],
  ['ta.obv > 1', 'ta.obv', 'obv()', 'obv() > 1'],
  ['ta.smma(10) > close', 'ta.smma', 'SMA', 'sma(10) > close'],
  ['smma > close', 'smma', 'sma(20)', 'sma(20) > close'],
  ['crossover(close, sma(50))', 'crossover', '"crosses above"', 'close crosses above sma(50)'],
  [
    'not ta.crossunder(close, open + 1)',
    'ta.crossunder',
    '"crosses below"',
    'not close crosses below open + 1',
  ],
  ['close crossover 5', 'crossover', '"crosses above"', 'close crosses above 5'],
  ['close CrossUnder 5', 'CrossUnder', '"crosses below"', 'close crosses below 5'],
  ['close is above 5', 'is above', '">"', 'close > 5'],
  ['rsi(14) is below 5 and low > 1', 'is below', '"<"', 'rsi(14) < 5 and low > 1'],
])('explains "%s" by a synonym', (text, name, suggestion, fixed) => {
  const { errors } = parseRule(text, catalogue);
  const message = `Unknown name "${name}". Did you mean ${suggestion}?`;
  expect(errors).toMatchObject([{ message, offset: text.indexOf(name), length: name.length }]);
  const fix = errors[0]?.fix;
  expect(fix && text.slice(0, fix.offset) + fix.text + text.slice(fix.offset + fix.length)).toBe(fixed);
});

it.each([
  ['macd().macdhits > 0', 'macd().macdhist > 0'],
  ['rsi(timperiod=20) > 30', 'rsi(timeperiod=20) > 30'],
])('offers to correct an output or a parameter in "%s"', (text, fixed) => {
  const fix = parseRule(text, catalogue).errors[0]?.fix;
  expect(fix && text.slice(0, fix.offset) + fix.text + text.slice(fix.offset + fix.length)).toBe(fixed);
});

it.each(['crossover(close)', 'crossover > 5', 'sma50(close) > 1', 'nonsense > 5'])(
  'offers no fix of "%s", which may mean several things',
  (text) => {
    expect(parseRule(text, catalogue).errors).toMatchObject([{ offset: 0 }]);
    expect(parseRule(text, catalogue).errors[0]).not.toHaveProperty('fix');
  },
);

it.each([
  ['_ > 5', 'Unknown name _'],
  ['_(14) > 5', 'Unknown name _'],
  ['close _ 5', 'Unexpected _. Write an operator before it, for example ">"'],
  ['rsi(_=14) > 5', 'RSI has no parameter _. It has one parameter: timeperiod'],
  ['rsi(14)._ > 5', 'RSI has one output: leave out _'],
])('quotes a name with 40 characters in "%s"', (text, message) => {
  const name = 'x'.repeat(60);
  const quoted = text.includes('._') ? `".${'x'.repeat(38)}…"` : `"${'x'.repeat(39)}…"`;
  expect(parseRule(text.replace('_', name), catalogue).errors).toMatchObject([
    { message: message.replace('_', quoted), length: 60 },
  ]);
});
