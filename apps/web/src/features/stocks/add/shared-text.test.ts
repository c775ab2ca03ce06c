import { expect, it } from 'vitest';
import { symbolInShared } from './shared-text.ts';

it.each([
  ['Apple Inc. https://finance.yahoo.com/quote/AAPL/?p=AAPL', 'AAPL'],
  ['https://finance.yahoo.com/quote/%5EGSPC', '^GSPC'],
  ['https://finance.yahoo.com/quote/vod.l', 'VOD.L'],
  ['Look at (NVDA), it fell', 'NVDA'],
  ['bought some $tsla today', 'TSLA'],
  ['Apple, US0378331005', 'US0378331005'],
  ['Apple ISIN: US0378331005', 'US0378331005'],
  ['up 3 % in 2026', null],
  ['https://example.com/NEWS', null],
  ['https://finance.yahoo.com/quote/%zz', null],
  ['', null],
])('finds the symbol in %j', (text, symbol) => {
  expect(symbolInShared(text)).toBe(symbol);
});
