import { defaultStringifySearch } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { stringifySearch } from './search-text.ts';

it.each([
  '2026-11-20',
  '2026',
  '-5',
  '-',
  '1e3',
  '0x10',
  '007',
  ' 5',
  '-5 ',
  'true',
  'nullable',
  '"quoted"',
  '[1]',
  'AAPL',
  '*',
  '',
  '٣',
])('writes the text "%s" as the router does', (text) => {
  expect(stringifySearch({ text })).toBe(defaultStringifySearch({ text }));
});

it('writes numbers and objects as the router does', () => {
  const search = { count: 5, isOpen: true, nothing: undefined, range: { from: '2026-01-02', to: null } };
  expect(stringifySearch(search)).toBe(defaultStringifySearch(search));
});
