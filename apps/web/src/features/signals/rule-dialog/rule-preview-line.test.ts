import { expect, it } from 'vitest';
import { rulePreview } from '#testing/signals.ts';
import { previewSentence } from './rule-preview-line.tsx';

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
