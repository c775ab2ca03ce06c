import { expect, it } from 'vitest';
import { describeStalePrices } from './stale-prices.ts';

const now = new Date('2026-11-21T12:00:00Z');
const fresh = {
  dataEndDate: '2026-11-18',
  lastError: null,
  refreshDueAt: new Date('2026-11-23T22:00:00Z'),
  pendingCloseDate: null,
  pendingCloseSince: null,
};

it.each([
  ['the last refresh failed', { lastError: 'Yahoo refuses requests.' }, 'Yahoo refuses requests'],
  [
    'a refresh has been due for more than a day',
    { refreshDueAt: new Date('2026-11-20T11:59:59Z') },
    'The scheduled refresh has not run',
  ],
  [
    'a close has been missing for more than a day',
    { pendingCloseDate: '2026-11-19', pendingCloseSince: new Date('2026-11-20T11:59:59Z') },
    'The close of Nov 19, 2026 has not been published',
  ],
])('says since when prices are old when %s', (_, changes, reason) => {
  expect(describeStalePrices({ ...fresh, ...changes }, now)).toBe(
    `Not updated since Nov 18, 2026: ${reason}`,
  );
});

it('says that there are no prices yet when the first fetch failed', () => {
  const stock = { ...fresh, dataEndDate: null, lastError: 'Yahoo refuses requests' };
  expect(describeStalePrices(stock, now)).toBe('Not updated yet: Yahoo refuses requests');
});

it.each([
  ['nothing is late', {}],
  ['a refresh has been due for a day', { refreshDueAt: new Date('2026-11-20T12:00:00Z') }],
  [
    'a close has been missing for a day',
    { pendingCloseDate: '2026-11-19', pendingCloseSince: new Date('2026-11-20T12:00:00Z') },
  ],
])('says nothing when %s', (_, changes) => {
  expect(describeStalePrices({ ...fresh, ...changes }, now)).toBe(null);
});
