import type { History } from '@stockbook/market-data';
import { describe, expect, it } from 'vitest';
import { pendingCloseAfter } from './pending-close.ts';

const now = new Date('2026-09-30T01:00:00Z');
const earlier = new Date('2026-09-29T23:00:00Z');

const none = { pendingCloseDate: null, pendingCloseSince: null };
const tuesday = { pendingCloseDate: '2026-09-29', pendingCloseSince: earlier };

type StockBefore = Parameters<typeof pendingCloseAfter>[0];

interface Sent {
  readonly lastBar?: string;
  readonly pending?: string;
  readonly source?: History['source'];
  readonly isWhole?: boolean;
}

/** The pending close after a download for a stock whose bars end on Monday, Sep 28. */
function after(sent: Sent, stock: Partial<StockBefore> = {}) {
  const { lastBar, pending = null, source = 'yahoo', isWhole = false } = sent;
  const date = lastBar === undefined ? [] : [lastBar];
  const bars = { date, open: [1], high: [1], low: [1], close: [1], volume: [1] };
  return pendingCloseAfter(
    { dataSource: 'yahoo', dataEndDate: '2026-09-28', ...none, ...stock },
    { history: { bars, source, pendingCloseDate: pending }, isWhole },
    now,
  );
}

describe('pendingCloseAfter', () => {
  it('returns when a close was first found missing', () => {
    const found = { pendingCloseDate: '2026-09-29', pendingCloseSince: now };
    expect(after({ lastBar: '2026-09-28', pending: '2026-09-29' })).toEqual(found);
    expect(after({ lastBar: '2026-09-28', pending: '2026-09-29' }, { dataEndDate: null })).toEqual(found);
    const monday = { pendingCloseDate: '2026-09-28', pendingCloseSince: earlier, dataEndDate: '2026-09-25' };
    expect(after({ lastBar: '2026-09-25', pending: '2026-09-29' }, monday)).toEqual(found);
  });

  it.each<[string, Sent]>([
    ['is found again', { lastBar: '2026-09-28', pending: '2026-09-29' }],
    ['is no longer named, because the next session is open', { lastBar: '2026-09-28' }],
    ['is no longer named, and nothing is new', {}],
  ])('keeps the pending close while its day has no bar and it %s', (_, sent) => {
    expect(after(sent, tuesday)).toEqual(tuesday);
  });

  it.each<[string, Sent, Partial<StockBefore>]>([
    ['its bar arrives', { lastBar: '2026-09-29' }, tuesday],
    ['the bar of a later day arrives', { lastBar: '2026-09-30' }, tuesday],
    ['the stored bars have its day', { pending: '2026-09-28' }, {}],
    [
      'the history comes from another source',
      { lastBar: '2026-09-25', source: 'csv', isWhole: true },
      tuesday,
    ],
    ['it is older than a month', { pending: '2026-08-30' }, { dataEndDate: '2026-08-28' }],
  ])('returns no pending close when %s', (_, sent, stock) => {
    expect(after(sent, stock)).toEqual(none);
  });
});
