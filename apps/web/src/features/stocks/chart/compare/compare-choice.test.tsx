import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Answers, ErrorResponse, failWith, fakeServer } from '#testing/fake-server.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { stockTask } from '#testing/tasks.ts';
import { watchList, watchListItem } from '#testing/watch-list-item.ts';
import { CompareChoice } from './compare-choice.tsx';

const found = (symbol: string) => ({
  symbol,
  name: `${symbol} Inc.`,
  exchange: null,
  isin: null,
  type: null,
});

/** A device whose first pointer is a mouse, or a finger. */
function stubPointer(type: 'fine' | 'coarse') {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === `(pointer: ${type})`,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
}

beforeEach(() => stubPointer('fine'));
afterEach(() => vi.unstubAllGlobals());

async function search(answers: Answers, compared: readonly string[] = []) {
  const onToggle = vi.fn();
  const seen = fakeServer({
    'stocks.list': () => watchList([watchListItem({ symbol: 'AAPL' }), watchListItem({ symbol: 'MSFT' })]),
    'stocks.search': () => ({ results: [found('MSFT'), found('MSTR')] }),
    ...answers,
  });
  render(<CompareChoice symbol="AAPL" compared={compared} onToggle={onToggle} />, { wrapper: SignedIn });
  fireEvent.change(screen.getByRole('textbox', { name: 'Search stocks to compare' }), {
    target: { value: 'ms' },
  });
  const add = await screen.findByRole('button', { name: /^MSTR.*Add to watch list and compare/ });
  return { add, onToggle, added: () => seen.filter(({ procedure }) => procedure === 'stocks.add') };
}

it('adds a stock that is not on the list, and compares it when its prices are stored', async () => {
  const { add, onToggle, added } = await search({
    'stocks.add': () => ({ data: { task_id: 't', symbol: 'MSTR' }, message: '' }),
    'stocks.task': () => stockTask('SUCCESS', { status: 'Added', symbol: 'MSTR', rows: 5 }),
  });
  expect(screen.queryByRole('button', { name: /^MSFT/ })).toBeNull();
  fireEvent.click(add);
  expect(screen.getByText('Adding MSTR...')).toBeTruthy();
  expect(onToggle).not.toHaveBeenCalled();
  await waitFor(() => expect(onToggle).toHaveBeenCalledWith('MSTR'));
  expect(added().map(({ input }) => input)).toEqual([{ symbol: 'MSTR' }]);
});

it('says why a stock was not added', async () => {
  const { add, onToggle } = await search({
    'stocks.add': failWith(new ErrorResponse(409, 'You have 500 stocks, the maximum.')),
  });
  fireEvent.click(add);
  expect((await screen.findByRole('alert')).textContent).toContain('You have 500 stocks, the maximum.');
  expect(onToggle).not.toHaveBeenCalled();
});

it('adds nothing while five symbols are compared', async () => {
  const { add, added } = await search({}, ['A', 'B', 'C', 'D', 'E']);
  fireEvent.click(add);
  expect(added()).toEqual([]);
});

it('focuses the search field for a mouse, but opens no keyboard over the list on a phone', () => {
  fakeServer({ 'stocks.list': () => watchList([]) });
  const { unmount } = render(<CompareChoice symbol="AAPL" compared={[]} onToggle={vi.fn()} />, {
    wrapper: SignedIn,
  });
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search stocks to compare' }));
  unmount();
  stubPointer('coarse');
  render(<CompareChoice symbol="AAPL" compared={[]} onToggle={vi.fn()} />, { wrapper: SignedIn });
  expect(document.activeElement).toBe(document.body);
});
