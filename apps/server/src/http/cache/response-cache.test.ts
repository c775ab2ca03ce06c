import { describe, expect, it } from 'vitest';
import { type Encoding, ResponseCache } from './response-cache.ts';

describe('ResponseCache', () => {
  it.each<Encoding>(['br', 'gzip', 'identity'])(
    'keeps no memory besides the bytes of a body: %s',
    async (encoding) => {
      const cache = new ResponseCache();
      const sent = await cache.set('key', encoding, '"etag"', '{"stocks":[]}');
      expect(sent.buffer.byteLength).toBe(sent.length);
      expect(cache.get('key', encoding)?.bytes).toBe(sent);
    },
  );

  it('counts what an entry takes besides its bytes, so that many small ones do not exceed the limit', async () => {
    const cache = new ResponseCache();
    const count = 64 * 1_024;
    for (let index = 0; index < count; index += 1) await cache.set(`${index}`, 'identity', '"etag"', '{}');
    expect(cache.get('0', 'identity')).toBeUndefined();
    expect(cache.get(`${count - 1}`, 'identity')).toBeDefined();
  });
});
