import { expect, it } from 'vitest';
import { describeStale, staleReason } from './stale-prices.ts';

const now = new Date('2026-11-21T12:00:00Z');
const fresh = {
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
])('names the reason when %s', (_, changes, reason) => {
  expect(staleReason({ ...fresh, ...changes }, now)).toBe(reason);
});

it('says that nothing was evaluated yet when the first fetch failed', () => {
  expect(describeStale(null, 'Yahoo refuses requests')).toBe('Not evaluated yet: Yahoo refuses requests');
});

it.each([
  ['nothing is late', {}],
  ['a refresh has been due for a day', { refreshDueAt: new Date('2026-11-20T12:00:00Z') }],
  [
    'a close has been missing for a day',
    { pendingCloseDate: '2026-11-19', pendingCloseSince: new Date('2026-11-20T12:00:00Z') },
  ],
])('names no reason when %s', (_, changes) => {
  expect(staleReason({ ...fresh, ...changes }, now)).toBe(null);
});
