import { catalogue } from '@stockbook/indicators';
import { describe, expect, it } from 'vitest';
import { parseRule } from '../parse-rule.ts';
import type { Rule } from '../syntax-tree.ts';
import { describeRule } from './describe.ts';
import { describePast, signalSentence } from './signal-sentence.ts';

function ruleOf(text: string): Rule {
  const { rule, errors } = parseRule(text, catalogue);
  if (!rule) throw new Error(`${text}: ${errors[0]?.message}`);
  return rule;
}

describe('describeRule', () => {
  it.each([
    [
      'rsi(14) crosses above 30 and close > sma(200)',
      'RSI (14) crosses above 30 and close is above SMA (200)',
    ],
    ['close >= open or low < 5', 'close is at or above open or low is below 5'],
    [
      'close <= open and (low < 5 or high > 9)',
      'close is at or below open and (low is below 5 or high is above 9)',
    ],
    ['macd() crosses macd().macdsignal', 'MACD (12, 26, 9) crosses MACD (12, 26, 9) macdsignal'],
    ['sma(20) crosses below sma(50)', 'SMA (20) crosses below SMA (50)'],
    ['price touches 1200.5', 'price touches 1,200.5'],
    ['not price touches 5', 'price does not touch 5'],
    ['not close > open', 'close is not above open'],
    ['not (rsi(14) crosses below 30)', 'RSI (14) does not cross below 30'],
    ['not (close > 1 and open > 1)', 'not (close is above 1 and open is above 1)'],
    ['not not close > 1', 'not (close is not above 1)'],
    ['high > max(high, 252)[1]', 'high is above MAX (252) of high 1 bar ago'],
    ['volume > 1.5 * sma(volume, 20)', 'volume is above 1.5 × SMA (20) of volume'],
    ['sma(2000) > 1000000', 'SMA (2000) is above 1,000,000'],
    ['close > (close - open)[2] * 2 + 1', 'close is above (close - open) 2 bars ago × 2 + 1'],
    ['close - (open - 1) > -(-2)', 'close - (open - 1) is above - -2'],
    ['obv() > sma(obv(), 10)', 'OBV is above SMA (10) of OBV'],
  ])('describes %s', (text, sentence) => {
    expect(describeRule(ruleOf(text))).toBe(sentence);
  });
});

describe('describePast', () => {
  it.each([
    ['rsi(14) crosses above 30', 'RSI (14) crossed above 30'],
    ['rsi(14) crosses below 30', 'RSI (14) crossed below 30'],
    ['rsi(14) crosses 30', 'RSI (14) crossed 30'],
    ['close > 30', 'close was above 30'],
    ['close >= 30', 'close was at or above 30'],
    ['close < 30', 'close was below 30'],
    ['close <= 30', 'close was at or below 30'],
    ['price touches 30', 'price touched 30'],
    ['not close > 30', 'became true: close is not above 30'],
    ['close > 30 and open > 30', 'became true: close is above 30 and open is above 30'],
  ])('describes %s in the past tense', (text, sentence) => {
    expect(describePast(ruleOf(text))).toBe(sentence);
  });
});

describe('signalSentence', () => {
  const sentence = (
    text: string,
    values: Parameters<typeof signalSentence>[2]['values'],
    priceDecimals = 2,
    name: string | null = null,
  ) =>
    signalSentence(ruleOf(text), catalogue, {
      name,
      symbol: 'AAPL',
      date: 'Nov 20, 2026',
      close: '$187.40',
      values,
      priceDecimals,
    });

  it('names what happened, when, and the values on the bar and on the bar before', () => {
    expect(sentence('rsi(14) crosses above 30', [{ operand: 'rsi(14)', now: 31.2345, before: 28.9 }])).toBe(
      'AAPL: RSI (14) crossed above 30 at the close of Nov 20, 2026 (31.2 after 28.9). Close $187.40.',
    );
  });

  it('writes both sides of a comparison with their values when both move', () => {
    const close = { operand: 'close', now: 170.89, before: 169.02 };
    const average = { operand: 'sma(50)', now: 170.12, before: 169.8 };
    expect(sentence('close crosses above sma(50)', [close, average])).toBe(
      'AAPL: close crossed above SMA (50) at the close of Nov 20, 2026 (170.89 over 170.12, after 169.02 under 169.80). Close $187.40.',
    );
    expect(sentence('sma(50) < close', [average, { ...close, before: 169.8 }])).toContain(
      '(170.12 under 170.89, after 169.80 at 169.80)',
    );
    expect(sentence('close > sma(50)', [{ ...close, before: null }, average])).toContain(
      ' (170.89 over 170.12). ',
    );
    expect(sentence('close > sma(50)', [close, { ...average, now: null }])).not.toContain('(170');
    const line = { operand: 'macd(12, 26, 9)', now: 1.234, before: 1.1 };
    const signal = { operand: 'macd(12, 26, 9).macdsignal', now: 1.2, before: 1.15 };
    expect(sentence('macd() crosses above macd().macdsignal', [line, signal], 2)).toContain(
      'MACD (12, 26, 9) crossed above MACD (12, 26, 9) macdsignal at the close of Nov 20, 2026 (1.23 over 1.20, after 1.10 under 1.15)',
    );
  });

  it('does not repeat a constant, also if it is calculated', () => {
    const close = { operand: 'close', now: 31, before: 29 };
    expect(sentence('2 * 15 < close', [{ operand: '2 * 15', now: 30, before: 30 }, close])).toContain(
      ' (31.00 after 29.00). ',
    );
  });

  it('begins with the name that a person gave the rule', () => {
    expect(sentence('close < open', [], 2, 'Red day')).toBe(
      'Red day: AAPL: close was below open at the close of Nov 20, 2026. Close $187.40.',
    );
  });

  it('formats prices with cents and volumes without decimals', () => {
    expect(sentence('187 < close', [{ operand: 'close', now: 1187.4, before: 0.123456 }])).toContain(
      '(1,187.40 after 0.1235)',
    );
    expect(
      sentence('sma(volume, 20) > 5', [{ operand: 'sma(volume, 20)', now: 1234567.8, before: 1234.5 }]),
    ).toContain('(1,234,568 after 1,235)');
    expect(sentence('rocp(5) > 0', [{ operand: 'rocp(5)', now: 0.012345, before: -0.5 }])).toContain(
      '(0.0123 after -0.5)',
    );
  });

  it('formats prices with the decimals of their instrument', () => {
    const rate = { operand: 'close', now: 1.11714, before: 1.1166 };
    expect(sentence('close > 1.117', [rate], 4)).toContain('(1.1171 after 1.1166)');
    const yen = { operand: 'sma(20)', now: 4015.4, before: 4010 };
    expect(sentence('sma(20) > 4000', [yen], 0)).toContain('(4,015 after 4,010)');
  });

  it('leaves out values that are unknown', () => {
    expect(sentence('rsi(14) > 30', [{ operand: 'rsi(14)', now: 31, before: null }])).toContain(' (31.0). ');
    expect(sentence('rsi(14) > 30', [{ operand: 'rsi(14)', now: null, before: null }])).not.toContain('(3');
  });

  it('gives no values for a rule of several comparisons', () => {
    const values = [{ operand: 'close', now: 31, before: 29 }];
    expect(sentence('close > 30 and open > 1', values)).toBe(
      'AAPL: became true: close is above 30 and open is above 1 at the close of Nov 20, 2026. Close $187.40.',
    );
  });
});
