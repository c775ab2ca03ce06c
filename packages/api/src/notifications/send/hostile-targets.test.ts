import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNotifier } from '../notifier.ts';
import type { Resolver } from './address-guard.ts';
import { newSigningSecret } from './postings.ts';

const inside =
  "This address is inside the server's own network. The operator can allow it with NOTIFY_ALLOW_HOSTS";

let hits = 0;
const decoy = createServer((_, response) => {
  response.end();
});
// Connections, not requests: those of TLS never become requests here.
decoy.on('connection', () => {
  hits += 1;
});
const redirecting = createServer((_, response) => {
  response.writeHead(307, { location: `http://127.0.0.1:${portOf(decoy)}/` }).end();
});
const portOf = (server: typeof decoy) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  // The unspecified address accepts connections to every address of this machine.
  for (const server of [decoy, redirecting]) {
    server.listen(0);
    await once(server, 'listening');
  }
});
afterAll(() => {
  decoy.close();
  redirecting.close();
});

/** A resolver that answers with these addresses, one list after the other. Names without a list do not exist. */
function resolverOf(...answers: readonly string[][]): Resolver {
  let calls = 0;
  const resolve = (_: string, __: object, callback: (error: Error | null, addresses: object[]) => void) => {
    const answer = answers[Math.min(calls, answers.length - 1)];
    calls += 1;
    if (!answer) return callback(Object.assign(new Error('unknown name'), { code: 'ENOTFOUND' }), []);
    callback(
      null,
      answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return resolve as Resolver;
}

/** Shorter than in operation: each refused name takes so long. */
const refusalMs = 30;

function notifierWith(resolve: Resolver, allowedHosts: readonly string[] = []) {
  return createNotifier({
    secretKey: Buffer.alloc(32),
    publicUrl: null,
    mail: null,
    mailFrom: null,
    isPwaOn: true,
    allowedHosts,
    version: '0.0.0',
    clock: () => new Date(),
    timeoutMs: 2_000,
    resolve,
    refusalMs,
  });
}

function send(target: string, resolve: Resolver, allowedHosts?: readonly string[]) {
  const message = { id: randomUUID(), title: 'title', lines: ['line'], link: null, payload: '{}' };
  const destination = { kind: 'webhook' as const, target, secret: newSigningSecret() };
  return notifierWith(resolve, allowedHosts).send(destination, message);
}

const addresses = [
  '127.0.0.1',
  '127.1',
  '127.255.255.254',
  '0x7f.1',
  '0x7f000001',
  '2130706433',
  '017700000001',
  '0177.0.0.1',
  '0x7f.0.0.0x1',
  '127.0.0.1.',
  '①②⑦.⓪.⓪.①',
  '%31%32%37.0.0.1',
  '0',
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '168.63.129.16',
  '169.254.169.254',
  '0xa9fea9fe',
  '172.16.0.1',
  '192.0.0.192',
  '192.168.0.1',
  '198.18.0.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fec0::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[100::1]',
];

it.each(addresses)('refuses https://%s', async (host) => {
  const url = `https://${host}:${portOf(decoy)}/`;
  const unused = resolverOf(['93.184.215.14']);
  expect(await notifierWith(unused).refusalOf(new URL(url))).toBe(inside);
  expect(await send(url, unused)).toEqual({ isDelivered: false, httpStatus: null, error: inside });
  expect(hits).toBe(0);
});

it.each(
  addresses
    .map((host) => [host.replaceAll(/[[\]]/g, '')] as const)
    .filter(([host]) => /^[\d.]{7,}$|:/.test(host) && !host.endsWith('.')),
)('refuses a name that resolves to %s', async (address) => {
  const url = `https://hooks.example.com:${portOf(decoy)}/`;
  expect(await notifierWith(resolverOf([address])).refusalOf(new URL(url))).toBe(inside);
  expect(await send(url, resolverOf([address]))).toMatchObject({ error: inside });
  expect(await send(url, resolverOf(['93.184.215.14', address]))).toMatchObject({ error: inside });
  expect(hits).toBe(0);
});

it('refuses a name that resolves to another address when the connection is made', async () => {
  const resolve = resolverOf(['93.184.215.14'], ['127.0.0.1']);
  const url = `https://rebinding.example.com:${portOf(decoy)}/`;
  const notifier = notifierWith(resolve);
  expect(await notifier.refusalOf(new URL(url))).toBeNull();
  const message = { id: randomUUID(), title: 'title', lines: ['line'], link: null, payload: '{}' };
  const destination = { kind: 'webhook' as const, target: url, secret: newSigningSecret() };
  expect(await notifier.send(destination, message)).toMatchObject({ error: inside });
  expect(hits).toBe(0);
});

it('refuses a name that does not resolve like one inside the network, and no sooner', async () => {
  const url = 'https://db.corp.example:5432/';
  for (const resolve of [resolverOf(), resolverOf(['10.0.0.5'])]) {
    const startedAt = performance.now();
    expect(await notifierWith(resolve).refusalOf(new URL(url))).toBe(inside);
    expect(await send(url, resolve)).toEqual({ isDelivered: false, httpStatus: null, error: inside });
    // Timers round down to a millisecond.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(2 * refusalMs - 2);
  }
});

it('refuses a name whose resolution takes too long like one inside the network', async () => {
  const silent = ((_: string, __: object, ___: (error: null, addresses: object[]) => void) => {}) as Resolver;
  const url = new URL('https://db.corp.example/');
  expect(await notifierWith(silent).refusalOf(url)).toBe(inside);
  expect(await notifierWith(silent, ['db.corp.example']).refusalOf(url)).toBeNull();
});

it('says that a name does not resolve if NOTIFY_ALLOW_HOSTS allows it', async () => {
  const url = 'https://db.corp.example:5432/';
  for (const [allowed, error] of [
    ['db.corp.example', "The server's name cannot be resolved"],
    ['10.0.0.0/8', inside],
  ] as const) {
    expect(await send(url, resolverOf(), [allowed])).toMatchObject({ error });
  }
  expect(await notifierWith(resolverOf(), ['db.corp.example']).refusalOf(new URL(url))).toBeNull();
});

it('follows no redirect', async () => {
  const url = `http://allowed.example.com:${portOf(redirecting)}/`;
  expect(await send(url, resolverOf(['127.0.0.1']), ['allowed.example.com'])).toEqual({
    isDelivered: false,
    httpStatus: 307,
    error: 'The server redirects (307): enter the final address',
  });
  expect(hits).toBe(0);
});

it.each([
  ['an address', '127.0.0.1', '127.0.0.1'],
  ['an address by its network', '127.0.0.1', '127.0.0.0/8'],
  ['a mapped address', '[::ffff:127.0.0.1]', '127.0.0.1'],
  ['a name', 'decoy.example.com', 'Decoy.Example.com'],
  ['a name by its network', 'decoy.example.com', '127.0.0.0/8'],
  ['a name with a dot at its end', 'decoy.example.com.', 'decoy.example.com'],
])('sends to %s that NOTIFY_ALLOW_HOSTS names', async (_, host, allowed) => {
  const before = hits;
  const url = `http://${host}:${portOf(decoy)}/`;
  const result = await send(url, resolverOf(['127.0.0.1']), ['192.168.7.0/24', allowed]);
  expect(result).toEqual({ isDelivered: true, httpStatus: 200 });
  expect(hits).toBe(before + 1);
  hits = before;
});

it('refuses plain http to public addresses', async () => {
  expect(await send('http://hooks.example.com/', resolverOf(['93.184.215.14']))).toMatchObject({
    error: 'Use an https:// address: plain http is allowed only for hosts in NOTIFY_ALLOW_HOSTS',
  });
});
