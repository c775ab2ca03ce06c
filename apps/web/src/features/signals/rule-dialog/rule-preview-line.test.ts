import { expect, it } from 'vitest';
import { rulePreview } from '#testing/signals.ts';
import { followSentence, previewSentence } from './rule-preview-line.tsx';

it.each([
  [{}, 'True 14 times since 2016, last on Nov 3, 2026'],
  [{ total: 1234 }, 'True 1,234 times since 2016, last on Nov 3, 2026'],
  [{ total: 1 }, 'True once since 2016, on Nov 3, 2026'],
  [{ is_true_now: true }, 'True 14 times since 2016, last on Nov 3, 2026. True at the last close'],
  [{ total: 0, dates: [] }, 'Never became true since 2016'],
  [{ total: 0, dates: [], is_true_now: true }, 'Never became true since 2016. True at the last close'],
  [
    { total: 0, dates: [], problem: 'RSI (14) needs 15 bars, AAPL has 12' },
    'RSI (14) needs 15 bars, AAPL has 12',
  ],
])('says how often a rule became true: %o', (preview, sentence) => {
  expect(previewSentence(rulePreview(preview))).toBe(sentence);
});

it('says what followed, beside the same after all bars', () => {
  const after = [
    { bars: 5, median_percent: 0.8, count: 9, all_median_percent: 0.4 },
    { bars: 20, median_percent: -2.14, count: 9, all_median_percent: 1.5 },
  ];
  expect(followSentence(after)).toBe(
    'After 5 bars +0.8 % (median of 9), after 20 bars −2.1 %; all bars: +0.4 %, +1.5 %',
  );
  expect(followSentence(after.map((each) => ({ ...each, median_percent: null })))).toBeNull();
});
