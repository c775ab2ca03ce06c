import { catalogue, lookBack } from '@stockbook/indicators';
import { describe, expect, it } from 'vitest';
import { parseRule } from './parse-rule.ts';
import { printRule } from './print/print.ts';

const read = (text: string) => parseRule(text, catalogue, lookBack);

function canonical(text: string): string {
  const { rule, errors } = read(text);
  if (!rule) throw new Error(`${text}: ${errors[0]?.message}`);
  return printRule(rule);
}

const repeated = (text: string, count: number, separator: string) =>
  new Array<string>(count).fill(text).join(separator);

describe('parseRule', () => {
  it.each([
    // The table of docs/rules.md.
    ['rsi(1) > 30', '1', 'timeperiod of RSI must be a whole number from 2 to 100000'],
    ['smma(10) > close', 'smma', 'Unknown name "smma". Did you mean SMA?'],
    ['rsi(14)', 'rsi(14)', 'Compare RSI (14) with something, for example "rsi(14) > 70"'],
    ['rsi(14) above 30', 'above', 'Unexpected "above". Use ">", or "crosses above"'],
    ['atr(close, 14) > 1', 'close', 'ATR reads high, low and close and takes no input'],
    // Operators of other languages.
    ['close > 5 && close < 9', '&&', 'Unexpected "&&". Use "and"'],
    ['close > 5 || close < 9', '||', 'Unexpected "||". Use "or"'],
    ['!(close > 5)', '!', 'Unexpected "!". Use "not"'],
    ['close ≥ 5', '≥', 'Unexpected "≥". Use ">="'],
    ['close ≤ 5', '≤', 'Unexpected "≤". Use "<="'],
    ['close = 5', '=', 'Unexpected "=". Use ">=" or "<="'],
    ['close == 5', '==', 'Unexpected "==". Use ">=" or "<="'],
    ['close != 5', '!=', 'Unexpected "!=". Use ">" or "<"'],
    ['close => 5', '=>', 'Unexpected "=>". Use ">="'],
    ['close Below 5', 'Below', 'Unexpected "Below". Use "<", or "crosses below"'],
    ['close crosses over 5', 'over', 'Unexpected "over". Use "above"'],
    ['close crosses under sma(20)', 'under', 'Unexpected "under". Use "below"'],
    ['close is 5', 'is', 'Unexpected "is". Use ">", "<", or "crosses above"'],
    [
      'close crossed above 5',
      'crossed',
      'Unexpected "crossed". Use "crosses", "crosses above" or "crosses below"',
    ],
    ['close − 5 > 1', '−', 'Unexpected "−". Use "-"'],
    ['close > 😀', '😀', 'Unexpected "😀"'],
    ['close @ 5', '@', 'Unexpected "@"'],
    // Numbers.
    ['close > .5', '.5', 'Unexpected ".5". Write 0.5'],
    ['close > 1e3', '1e3', 'Unexpected "1e3". Write 1000'],
    ['close > 1,000', ',', 'Unexpected ",". Write numbers without thousands separators, for example 1000'],
    ['close > 1e300', '1e300', 'Unexpected "1e300". Write a number without an exponent'],
    [`close > 1${'0'.repeat(400)}`, `1${'0'.repeat(400)}`, 'This number is too large'],
    // Missing parts.
    ['close >', '>', 'Write a value after ">"'],
    ['> 5', '>', 'Unexpected ">". Write a value before it, for example "close"'],
    ['close > > 5', '> 5', 'Unexpected ">". Write a value after ">"', 1],
    ['close > 5 and', 'and', 'Write a comparison after "and"'],
    ['not', 'not', 'Write a comparison after "not"'],
    ['close crosses above', 'above', 'Write a value after "above"'],
    ['rsi(14,) > 30', ')', 'Unexpected ")". Write a value after ","'],
    ['close > 5 open > 5', 'open', 'Unexpected "open". Join comparisons with "and" or "or"'],
    [
      '1 < close < 5',
      '< 5',
      'Unexpected "<". Compare two values at a time and join the comparisons with "and"',
      1,
    ],
    // Parentheses and brackets.
    ['(close > 5', '(', 'Close this "(" with ")"'],
    ['close > sma(20', '(', 'Close this "(" with ")"'],
    ['close > 5)', ')', 'This ")" has no "("'],
    ['()', ')', 'Write something between "(" and ")"'],
    ['close[1 > 5', '>', 'Unexpected ">". Write "]" after "1"'],
    ['close[1', '[', 'Close this "[" with "]"'],
    // Names.
    ['clsoe > 5', 'clsoe', 'Unknown name "clsoe". Did you mean close?'],
    ['nonsense > 5', 'nonsense', 'Unknown name "nonsense"'],
    ['x > 5', 'x', 'Unknown name "x"'],
    ['rsi > 30', 'rsi', 'Write RSI with parentheses, for example "rsi(14)"'],
    ['rsi 14 > 30', '14', 'Unexpected "14". Write parameters in parentheses, for example "rsi(14)"'],
    ['price > 30', 'price', '"price" stands before "touches" only. Use "close"'],
    ['close touches 30', 'close', 'Only the price touches a level. Write "price touches"'],
    [
      'close(5) > 3',
      'close',
      '"close" is no function and takes no parameters. For an earlier bar write "close[1]"',
    ],
    // Arguments.
    ['rsi(14.5) > 30', '14.5', 'timeperiod of RSI must be a whole number from 2 to 100000'],
    ['rsi(timeperiod=1) > 30', '1', 'timeperiod of RSI must be a whole number from 2 to 100000'],
    ['rsi(timeperiod=close) > 30', 'close', 'timeperiod of RSI must be a whole number from 2 to 100000'],
    ['vidya(9, 12, 2) > 30', '2) >', 'alpha of VIDYA must be a number from 0 to 1', 1],
    ['sma(5, 20) > 30', '20', 'SMA has one parameter: timeperiod'],
    ['stoch(1, 2, 3, 4) > 1', '4', 'STOCH has 3 parameters: fastk_period, slowk_period and slowd_period'],
    ['bop(3) > 0', '3', 'BOP has no parameters'],
    [
      'sma(20, close) > 30',
      'close',
      'Only the first argument of SMA may be a price, volume or indicator; the others are numbers',
    ],
    ['sma(timperiod=20) > 30', 'timperiod', 'SMA has no parameter "timperiod". Did you mean timeperiod?'],
    ['sma(length=20) > 30', 'length', 'SMA has no parameter "length". It has one parameter: timeperiod'],
    ['sma(20, timeperiod=20) > 3', 'timeperiod=20', 'timeperiod of SMA is given twice'],
    ['bbands(nbdevup=2, 20) > 3', '20', 'Write numbers without a name before numbers with one'],
    ['vosc(close, 5, 10) > 3', 'close', 'VOSC reads volume and takes no input'],
    // Outputs.
    [
      'macd().signal > 0',
      'signal',
      'MACD has no output "signal": its outputs are macd, macdsignal and macdhist',
    ],
    ['macd().macdhits > 0', 'macdhits', 'MACD has no output "macdhits". Did you mean macdhist?'],
    ['rsi(14).signal > 0', 'signal', 'RSI has one output: leave out ".signal"'],
    ['close.macd > 0', '.', 'Unexpected "."'],
    // Conditions and values in each other's place.
    [
      'close > 5 and volume',
      'volume',
      'Compare volume with something, for example "volume > sma(volume, 20)"',
    ],
    ['not close', 'close', 'Compare close with something, for example "close > sma(200)"'],
    ['5', '5', 'Compare 5 with something, for example "5 > close"'],
    ['macd()', 'macd()', 'Compare MACD (12, 26, 9) with something, for example "macd(12, 26, 9) > 0"'],
    ['(close > 3)[1] > 5', 'close > 3', 'This is true or false. Write a number, a price or an indicator'],
    ['sma(close > 3, 2) > 5', 'close > 3', 'This is true or false. Write a number, a price or an indicator'],
    // Offsets.
    ['close[251] > 5', '251', 'An offset must be a whole number from 0 to 250, in total'],
    ['close[1.5] > 5', '1.5', 'An offset must be a whole number from 0 to 250, in total'],
    ['close[200][100] > 5', '100', 'An offset must be a whole number from 0 to 250, in total'],
    [
      'close[-1] > 5',
      '-',
      'Unexpected "-". An offset is a whole number from 0 to 250 after a value, for example "close[1]"',
    ],
  ])('rejects %s', (text, part, message, length = part.length) => {
    const offset = text.indexOf(part);
    expect(read(text).errors).toMatchObject([{ message, offset, length }]);
  });

  it.each(['', ' \n\t '])('asks for a rule when the text is %j', (text) => {
    expect(read(text).errors).toEqual([
      { message: 'Write a rule, for example "rsi(14) crosses above 30"', offset: 0, length: text.length },
    ]);
  });

  it('reports all unknown names and wrong parameters, in the order of the text', () => {
    expect(read('rsi(1) > foo and bar > 1').errors.map(({ offset }) => offset)).toEqual([4, 9, 17]);
  });

  it('counts offsets in UTF-16 code units', () => {
    expect(read('close > 1 and 😀 > 2').errors).toEqual([
      { message: 'Unexpected "😀"', offset: 14, length: 2 },
    ]);
  });

  describe('limits', () => {
    it('accepts 2,000 characters and rejects more', () => {
      const text = 'close > 1'.padEnd(2_000);
      expect(canonical(text)).toBe('close > 1');
      expect(read(`${text} `).errors).toEqual([
        { message: 'A rule has 2,000 characters at most, this one has 2,001', offset: 2_000, length: 1 },
      ]);
    });

    it('rejects a rule whose canonical text is too long to be read again', () => {
      const text = `${repeated('macd()', 150, '+')} > 0`;
      expect(read(text).errors).toEqual([
        {
          message: 'A rule has 2,000 characters at most, this one has 2,701 with all parameters written out',
          offset: 0,
          length: text.length,
        },
      ]);
    });

    it('accepts 20 comparisons and rejects the 21st', () => {
      expect(read(repeated('close > 1', 20, ' and ')).errors).toEqual([]);
      expect(read(repeated('close > 1', 21, ' or ')).errors).toEqual([
        { message: 'A rule has 20 comparisons at most', offset: 260, length: 9 },
      ]);
    });

    it('accepts 12 different indicators and rejects the 13th', () => {
      const sums = (count: number) =>
        Array.from({ length: count }, (_, index) => `sma(${index + 10})`).join(' + ');
      expect(read(`${sums(12)} + sma(10) + sma(20)[1] > 1`).errors).toEqual([]);
      expect(read('macd() > macd().macdsignal + macd().macdhist').errors).toEqual([]);
      expect(read(`${sums(13)} > 1`).errors).toEqual([
        { message: 'A rule has 12 different indicators at most', offset: 120, length: 7 },
      ]);
    });

    it('accepts 16 nested parentheses and calls and rejects the 17th', () => {
      const nested = (depth: number) => `${'('.repeat(depth - 1)}sma(20)${')'.repeat(depth - 1)} > 1`;
      expect(canonical(nested(16))).toBe('sma(20) > 1');
      expect(read(nested(17)).errors).toEqual([
        { message: 'Parentheses are nested too deeply: 16 levels at most', offset: 19, length: 1 },
      ]);
      expect(read('('.repeat(2_000)).errors).toHaveLength(1);
    });

    it('accepts a look-back of 5,000 bars and rejects more', () => {
      expect(read('sma(4751)[250] > 1').errors).toEqual([]);
      expect(read('close > 1 and sma(4752)[250] > 1').errors).toEqual([
        {
          message: 'This looks back 5,001 bars. A rule looks back 5,000 bars at most',
          offset: 14,
          length: 14,
        },
      ]);
    });

    it('does not check the look-back when it is unknown', () => {
      expect(parseRule('sma(100000) > 1', catalogue).errors).toEqual([]);
    });
  });

  it.each([
    ['RSI ( 14 ) Crosses  Above 30 AND Close > SMA(200)', 'rsi(14) crosses above 30 and close > sma(200)'],
    ['macd(12).macd > macd(signalperiod=5).MACDSIGNAL', 'macd(12, 26, 9) > macd(12, 26, 5).macdsignal'],
    ['sma().real > 1', 'sma(20) > 1'],
    ['sma(close, 20) > sma(volume)', 'sma(20) > sma(volume, 20)'],
    ['ema(rsi(14), timeperiod=9) > 1', 'ema(rsi(14), 9) > 1'],
    ['bbands(20, -2, nbdevdn=-1.50) > 1', 'bbands(20, -2, -1.5) > 1'],
    ['sma((20)) > 1', 'sma(20) > 1'],
    ['sma(2[1], 20) > 1', 'sma(2[1], 20) > 1'],
    ['close[0] > close[1][2]', 'close > close[3]'],
    ['007.50 > 0.0000001', '7.5 > 0.0000001'],
    ['-0 > -(2)', '-0 > -2'],
    ['sma(-(-7)) > (2)', 'sma(-(-7), 20) > 2'],
    ['sma(7[0]) > sma(2[1], 5)', 'sma(7) > sma(2[1], 5)'],
    ['-close[1] > (-close)[1]', '-close[1] > (-close)[1]'],
    ['-(-2) > -(-close)', '-(-2) > -(-close)'],
    ['(close + 1) * 2 > (close * 2) + 1', '(close + 1) * 2 > close * 2 + 1'],
    ['close - (open - 1) > (close - open) - 1', 'close - (open - 1) > close - open - 1'],
    ['close / (open * 2) > close / open * 2', 'close / (open * 2) > close / open * 2'],
    ['not (close > 1)', 'not (close > 1)'],
    ['not ((close > 1))', 'not (close > 1)'],
    ['not close > 1', 'not close > 1'],
    ['not not close > 1', 'not not close > 1'],
    ['not (close > 1 and open > 1) or low > 1', 'not (close > 1 and open > 1) or low > 1'],
    ['(close > 1) and ((open > 1 and low > 1))', 'close > 1 and open > 1 and low > 1'],
    ['close > 1 or (open > 1 or low > 1)', 'close > 1 or open > 1 or low > 1'],
    ['close > 1 or (open > 1 and low > 1)', 'close > 1 or open > 1 and low > 1'],
    ['(close > 1 or open > 1) and low > 1', '(close > 1 or open > 1) and low > 1'],
    ['PRICE Touches 187.50', 'price touches 187.5'],
  ])('writes %s in canonical form', (text, expected) => {
    expect(canonical(text)).toBe(expected);
    expect(canonical(expected)).toBe(expected);
  });
});

it('reports the first 20 wrong expressions', () => {
  const { errors } = parseRule(`${'clsoe + '.repeat(200)}clsoe > 5`, catalogue);
  expect(errors.map(({ offset }) => offset)).toEqual(Array.from({ length: 20 }, (_, index) => index * 8));
});

it('compares a name that is longer than all others with none of them', () => {
  const bestOf = (text: string) => {
    const times = Array.from({ length: 10 }, () => {
      const start = performance.now();
      parseRule(text, catalogue);
      return performance.now() - start;
    });
    return Math.min(...times);
  };
  expect(bestOf(`${'x'.repeat(1_990)} > 5`)).toBeLessThan(20 * bestOf('clsoe > 5'));
});
