import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { restore } from '@stockbook/db';
import { sql, useTestDatabase } from '@stockbook/db/testing';
import { apiClient, startServer } from '@stockbook/testing';
import { expect, it, onTestFinished } from 'vitest';
import { assertValidResponse, document } from '../support/contract.ts';

const fixture = new URL('../../../../packages/db/test/fixtures/backup-0.1.0.sql.gz', import.meta.url);

/** Paths of all reads that need no other parameter than the symbol of a stock. Version 0.1.0 had no own instruments. */
const reads = Object.entries(document.paths).flatMap(([path, { get }]) => {
  const required = get?.parameters?.filter((parameter) => parameter.required) ?? [];
  const needsOther = required.some(({ name }) => name !== 'symbol');
  if (get === undefined || needsOther || path.startsWith('/instruments/{symbol}')) return [];
  const isInQuery = required.length > 0 && !path.includes('{symbol}');
  return [isInQuery ? `${path}?symbol=ACME` : path.replace('{symbol}', 'ACME')];
});

it('answers every read from the data of version 0.1.0, for the user who wrote it', {
  timeout: 60_000,
}, async () => {
  const { url, database } = await useTestDatabase('empty');
  await restore(url, createReadStream(fixture).pipe(createGunzip()), { keepTokens: false });
  const server = await startServer({ env: { DATABASE_URL: url } });
  onTestFinished(() => server.kill());
  const account = { email: 'other@example.com', username: 'other', password: 'a long and private sentence' };
  const anonymous = apiClient(server.url);
  await anonymous.call('POST', '/auth/register', { ...account });
  // The password of the user in the backup is not known.
  await sql`
    update user_account set password_hash = other.password_hash
    from user_account other where other.username = 'other' and user_account.username = 'demo'
  `.execute(database.fork().getKysely());
  const { access_token } = await anonymous.call<{ access_token: string }>('POST', '/auth/login', {
    email: 'demo@example.com',
    password: account.password,
  });
  const client = apiClient(server.url, access_token);
  expect(reads.length).toBeGreaterThan(20);
  for (const path of reads) {
    const { status, headers, body } = await client.send('GET', path);
    expect([path, status]).toEqual([path, 200]);
    assertValidResponse('GET', path, {
      status,
      headers: Object.fromEntries(headers),
      text: JSON.stringify(body),
    });
  }
  expect(await client.call('GET', '/stocks/')).toMatchObject({
    stocks: [{ stock: { symbol: 'ACME', last_close: 99.75 }, is_favorite: true }],
  });
});
