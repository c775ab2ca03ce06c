import { afterEach, describe, expect, it, vi } from 'vitest';
import { readEnv } from './env.ts';

afterEach(() => vi.unstubAllEnvs());

describe('TRUST_PROXY', () => {
  it.each([
    ['', false],
    ['off', false],
    ['0', false],
    ['on', 1],
    ['true', 1],
    ['1', 1],
    ['2', 2],
    ['10.0.0.1, 192.168.0.0/16', ['10.0.0.1', '192.168.0.0/16']],
    ['2001:db8::/32', ['2001:db8::/32']],
  ])('%j is %j', (value, trusted) => {
    vi.stubEnv('TRUST_PROXY', value);
    expect(readEnv().TRUST_PROXY).toEqual(trusted);
  });

  it('names itself when it is wrong', () => {
    vi.stubEnv('TRUST_PROXY', 'everybody');
    expect(readEnv).toThrow('TRUST_PROXY must be off, on, a number of proxies, or their addresses');
  });
});
