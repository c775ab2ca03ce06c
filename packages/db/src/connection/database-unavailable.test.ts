import { describe, expect, it } from 'vitest';
import { isDatabaseUnavailable } from './database-unavailable.ts';

/** An error as the ORM hands it on. */
function failure(code: string): Error {
  return new Error('select 1', { cause: Object.assign(new Error(code), { code }) });
}

describe('isDatabaseUnavailable', () => {
  it.each([
    ['ECONNREFUSED', 'nothing listens'],
    ['EHOSTUNREACH', 'no way leads to the host'],
    ['EHOSTDOWN', 'the host is off'],
    ['ENETUNREACH', 'no way leads to its network'],
    ['ENETDOWN', 'our own network is off'],
    ['ECONNABORTED', 'our system gave the connection up'],
    ['57P01', 'its operator shut it down'],
  ])('%s is: %s', (code) => {
    expect(isDatabaseUnavailable(failure(code))).toBe(true);
    expect(isDatabaseUnavailable(new AggregateError([failure(code)]))).toBe(true);
  });

  it.each(['23505', '42P01', '22P02'])('%s is not: the next try would fail alike', (code) => {
    expect(isDatabaseUnavailable(failure(code))).toBe(false);
  });
});
