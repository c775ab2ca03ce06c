import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { packFiles } from './pack-files.ts';

const unpack = (data = '') => gunzipSync(Buffer.from(data, 'base64'));

it('packs files as base64 of their gzip', async () => {
  // Longer than a chunk, and no multiple of three.
  const text = Array.from({ length: 20_000 }, (_, index) => String(index * 7919)).join(' ');
  const [packed] = await packFiles([new File([text], `${'n'.repeat(300)}.xml`)]);
  expect(packed?.name).toHaveLength(200);
  expect(unpack(packed?.data).toString()).toBe(text);
});

it('sends a packed file as it is', async () => {
  const bytes = new Uint8Array(gzipSync('<client/>'));
  const [packed] = await packFiles([new File([bytes], 'book.xml.gz')]);
  expect(unpack(packed?.data).toString()).toBe('<client/>');
});

it('rejects an empty file, and one that the browser cannot read', async () => {
  await expect(packFiles([new File([], 'empty.xml')])).rejects.toThrow('empty.xml is empty');
  const gone = new File(['x'], 'gone.xml');
  gone.arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'));
  await expect(packFiles([gone])).rejects.toThrow('The browser could not read gone.xml');
});

it('rejects files that are too large', async () => {
  const huge = new File(['x'], 'huge.xml');
  Object.defineProperty(huge, 'size', { value: 300 * 1024 * 1024 });
  await expect(packFiles([huge])).rejects.toThrow('huge.xml is larger than 256 MiB');
  // A packed file that gets no smaller.
  const bytes = new Uint8Array(19 * 1024 * 1024);
  bytes.set([0x1f, 0x8b]);
  await expect(packFiles([new File([bytes], 'book.xml.gz')])).rejects.toThrow(
    'These files have 26 MiB packed, the maximum is 24',
  );
});
