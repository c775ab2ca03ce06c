import { describe, expect, it } from 'vitest';
import { isDatabaseUnavailable } from './database-unavailable.ts';

/** An error as the ORM wraps it. */
function failure(code: string): Error {
  return new Error('select 1', { cause: Object.assign(new Error(code), { code }) });
}

describe('isDatabaseUnavailable', () => {
  it.each([
    ['ECONNREFUSED', 'nothing listens'],
    ['EHOSTUNREACH', 'no route to the host'],
    ['EHOSTDOWN', 'the host is down'],
    ['ENETUNREACH', 'no route to the network'],
    ['ENETDOWN', 'the local network is down'],
    ['ECONNABORTED', 'the local system aborted the connection'],
    ['57P01', 'the operator shut PostgreSQL down'],
  ])('returns true for %s: %s', (code) => {
    expect(isDatabaseUnavailable(failure(code))).toBe(true);
    expect(isDatabaseUnavailable(new AggregateError([failure(code)]))).toBe(true);
  });

  it.each(['23505', '42P01', '22P02'])('returns false for %s: a retry would fail as well', (code) => {
    expect(isDatabaseUnavailable(failure(code))).toBe(false);
  });
});
