import { execFile } from 'node:child_process';
import { createECDH, hkdfSync } from 'node:crypto';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { deriveVapidKeys, vapidSubject } from './vapid.ts';

const secretKeyOf = (hex: string) => Buffer.from(hex, 'hex');

describe('deriveVapidKeys', () => {
  // Computed once by another implementation of HKDF and of the curve.
  it.each([
    [
      '5e'.repeat(32),
      'eB2c8iEa8ryyE1-r5WjsqHtRa5jDAUSZlmRMjX_6NuQ',
      'BIQPnyTgBe-g6xOJcwShmVC0LJMHIXpCi-XnVkTF3YxqKPe6dx1Bj4rtN5GME_T9rnbaaNx7aZLPljKd46K22Ls',
    ],
    [
      '00'.repeat(32),
      'dqpjyIgY9BxA8YfjmjP4fHTJgC0ATRwR0AQypy76rpI',
      'BGxX3OzdJ5CB44X6lyOJGFc2a3yg1DmHTk2osVxvG69Y1SeDO9dGxWJoyYPTiXIGbpb4SVzJFC0cbuQakTu-U4A',
    ],
    [
      '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
      'uu_hOM2SDUqAHt7yIqQJ2Vk6jypBNue4yqyu5GNR_w4',
      'BAtUhzg1yYpspAtDN_-if1YSRU-4FR64tsAj1x5IsH-XfuskvFxEzLUtkDMPxPVwbpA23xA711Fa45FN1ra8R-I',
    ],
  ])('derives the same keys from %s as another implementation', (secretKey, privateKey, publicKey) => {
    expect(deriveVapidKeys(secretKeyOf(secretKey))).toEqual({ privateKey, publicKey });
  });

  it('derives the same keys in another process', async () => {
    const script = `
      const { deriveVapidKeys } = await import(process.argv[1]);
      process.stdout.write(JSON.stringify(deriveVapidKeys(Buffer.alloc(32, 7))));
    `;
    const module = new URL('vapid.ts', import.meta.url).href;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      script,
      module,
    ]);
    expect(JSON.parse(stdout)).toEqual(deriveVapidKeys(Buffer.alloc(32, 7)));
  });

  it('derives another key for each SECRET_KEY, with the public key that belongs to it', () => {
    const pairs = Array.from({ length: 200 }, (_, index) => deriveVapidKeys(Buffer.alloc(32, index)));
    expect(new Set(pairs.map(({ privateKey }) => privateKey)).size).toBe(200);
    for (const { privateKey, publicKey } of pairs) {
      expect([privateKey, publicKey].map((key) => Buffer.from(key, 'base64url').length)).toEqual([32, 65]);
      const curve = createECDH('prime256v1');
      curve.setPrivateKey(privateKey, 'base64url');
      expect(curve.getPublicKey('base64url')).toBe(publicKey);
    }
  });

  it('uses neither SECRET_KEY itself nor what other purposes derive from it', () => {
    const secretKey = Buffer.alloc(32, 1);
    const { privateKey } = deriveVapidKeys(secretKey);
    expect(privateKey).not.toBe(secretKey.toString('base64url'));
    const unlabelled = Buffer.from(hkdfSync('sha256', secretKey, '', '', 32)).toString('base64url');
    expect(privateKey).not.toBe(unlabelled);
  });
});

describe('vapidSubject', () => {
  it.each([
    ['https://stocks.example.com', 'Stockbook <bot@example.com>', 'https://stocks.example.com'],
    ['http://192.168.1.5:3000', 'Stockbook <bot@example.com>', 'mailto:bot@example.com'],
    [null, 'bot@example.com', 'mailto:bot@example.com'],
    [null, ' "Bot <of> Stockbook" <bot@example.com> ', 'mailto:bot@example.com'],
    ['http://192.168.1.5:3000', null, null],
    [null, 'Stockbook', null],
    [null, 'Stockbook <>', null],
    [null, null, null],
  ])('reads PUBLIC_URL %s and MAIL_FROM %s as %s', (publicUrl, mailFrom, subject) => {
    expect(vapidSubject(publicUrl, mailFrom)).toBe(subject);
  });
});
