import type { StockList } from '@stockbook/api/schemas';
import { expect, it } from 'vitest';
import { deletionQuestion } from './delete-list.ts';

const list = (symbols: string[]): StockList => ({
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Tech',
  color: 'gray',
  position: 0,
  size: symbols.length,
  symbols,
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-01T00:00:00.000Z',
});

it.each([
  [[], 0, 'Delete the list Tech?'],
  [['KO'], 0, 'Delete the list Tech? Its 1 stock stays on your watch list.'],
  [
    ['KO', 'PEP'],
    1,
    'Delete the list Tech? Its 2 stocks stay on your watch list. Its 1 signal rule is deleted, too.',
  ],
  [[], 2, 'Delete the list Tech? Its 2 signal rules are deleted, too.'],
])('asks about a list with the stocks %j and %i rules', (symbols, rules, question) => {
  expect(deletionQuestion(list(symbols), rules)).toBe(question);
});
