import { describe, expect, it } from 'vitest';
import { useHarness } from '../support/harness.ts';
import { movingClock } from '../support/moving-clock.ts';

const clock = movingClock();
/** Behind a proxy, so that a test can use any client address. */
const harness = useHarness({ AUTH_RATE_LIMIT_PER_MINUTE: 4, TRUST_PROXY: 1 }, clock.now);

function signIn(body: { email: string; password: string }, address: string, headers = {}) {
  const from = { 'x-forwarded-for': address, ...headers };
  return harness().rest('POST', '/auth/login', { body, headers: from });
}

async function signUp(name: string, address: string) {
  const body = { email: `${name}@example.com`, username: name, password: 'a long and private sentence' };
  const headers = { 'x-forwarded-for': address };
  const signedUp = await harness().rest('POST', '/auth/register', { body, headers });
  const [cookie = ''] = String(signedUp.headers['set-cookie']).split(';');
  return { email: body.email, password: body.password, cookie };
}

/** Guesses from addresses that the account has never seen. @returns how many guesses were evaluated */
async function guess(email: string, addresses: readonly string[]): Promise<number> {
  const statuses = [];
  for (const address of addresses) {
    statuses.push((await signIn({ email, password: 'a wrong guess' }, address)).status);
  }
  return statuses.filter((status) => status === 401).length;
}

const botnet = (network: string, size: number) =>
  Array.from({ length: size }, (_, index) => `${network}.${index}`);

describe('an account under attack from many addresses', () => {
  it('evaluates 10 guesses a minute and 100 an hour of all of them, and admits the owner’s device', async () => {
    const owner = await signUp('besieged', '203.0.113.1');
    // The first 12 failures show the attack.
    expect(await guess(owner.email, botnet('192.0.2', 60))).toBe(12 + 10);
    const minutes = [];
    for (let minute = 1; minute < 13; minute += 1) {
      clock.forward(1);
      minutes.push(await guess(owner.email, botnet(`198.18.${minute}`, 12)));
    }
    expect(minutes).toEqual([10, 10, 10, 10, 10, 10, 10, 10, 10, 0, 0, 0]);
    expect((await signIn(owner, '198.51.100.1')).status).toBe(429);
    const { cookie } = owner;
    expect((await signIn(owner, '198.51.100.1', { cookie })).status).toBe(200);
  });
});

describe('the addresses of an IPv6 /48', () => {
  it('shares four times the attempts of one /64 among the addresses of an IPv6 /48', async () => {
    const statuses = [];
    for (let network = 1; network <= 20; network += 1) {
      const body = { email: `unknown${network}@example.com`, password: 'x' };
      statuses.push((await signIn(body, `2001:db8:9:${network.toString(16)}::1`)).status);
    }
    expect(statuses).toEqual([...Array(16).fill(401), ...Array(4).fill(429)]);
  });
});
