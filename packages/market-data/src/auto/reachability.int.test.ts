import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { canConnect } from './reachability.ts';

describe('canConnect', () => {
  it('returns true while a server listens on the port, and false after it closed', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    const url = `http://127.0.0.1:${address.port}/some/path`;
    expect(await canConnect(url)).toBe(true);
    await new Promise((resolve) => server.close(resolve));
    expect(await canConnect(url)).toBe(false);
  });

  it('returns false when the host name does not resolve', async () => {
    expect(await canConnect('https://no-such-host.invalid')).toBe(false);
  });
});
