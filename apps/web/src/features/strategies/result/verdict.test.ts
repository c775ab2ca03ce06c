import { expect, it } from 'vitest';
import { verdictOf } from './verdict.ts';

const figures = {
  return_percent: 510.6,
  buy_and_hold_return_percent: 933.66,
  exposure_time_percent: 54.2,
  max_drawdown_percent: -31,
  buyAndHoldDrawdown: -62,
  stocks: 1,
};

it('compares a result with buy-and-hold in words', () => {
  expect(verdictOf(figures)).toEqual({
    sentence:
      'Behind buy-and-hold by 423 points, with 54 % of the time in the market and half of its worst drawdown.',
    tone: 'behind',
  });
  expect(verdictOf({ ...figures, return_percent: 1934.7 })?.sentence).toMatch(
    /^Ahead of buy-and-hold by 1,001 points, /,
  );
});

it.each([
  [-62, 'about the same worst drawdown'],
  [-93, '1.5 times its worst drawdown'],
  [-41, 'two thirds of its worst drawdown'],
  [-1, 'hardly any of its worst drawdown'],
])('relates a drawdown of %d % to that of buy-and-hold', (max_drawdown_percent, words) => {
  expect(verdictOf({ ...figures, max_drawdown_percent })?.sentence).toContain(words);
});

it('says how many stocks the medians are of', () => {
  expect(verdictOf({ ...figures, stocks: 60, buyAndHoldDrawdown: null })?.sentence).toBe(
    'Behind buy-and-hold by 423 points in the median of 60 stocks, with 54 % of the time in the market.',
  );
});

it('leaves out what has no value', () => {
  const rest = {
    exposure_time_percent: null,
    max_drawdown_percent: -10,
    buyAndHoldDrawdown: null,
    stocks: 1,
  };
  expect(verdictOf({ ...rest, return_percent: 5, buy_and_hold_return_percent: 4 })).toEqual({
    sentence: 'Ahead of buy-and-hold by 1 point.',
    tone: 'ahead',
  });
  expect(verdictOf({ ...rest, return_percent: 5, buy_and_hold_return_percent: 5.01 })).toEqual({
    sentence: 'Level with buy-and-hold.',
    tone: 'level',
  });
  expect(verdictOf({ ...rest, return_percent: null, buy_and_hold_return_percent: 5 })).toBeNull();
});
