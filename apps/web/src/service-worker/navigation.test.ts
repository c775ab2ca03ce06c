import { describe, expect, it, vi } from 'vitest';
import { answerNavigation, isPagePath } from './navigation.ts';

it.each(['/', '/stocks', '/stocks/VOD.L', '/stocks/BRK.B', '/settings', '/apis'])(
  'takes %s for a page of the web client',
  (path) => expect(isPagePath(path)).toBe(true),
);

it.each([
  '/api',
  '/api/docs',
  '/trpc/stocks.list',
  '/mcp',
  '/assets/a.js',
  '/icons/icon-192.png',
  '/rules.txt',
])('leaves %s to the server', (path) => expect(isPagePath(path)).toBe(false));

describe('a navigation', () => {
  const request = new Request('http://localhost/stocks');
  const never = () => new Promise<never>(() => {});
  const storedPage = () =>
    new Response('stored', { headers: { 'content-security-policy': "default-src 'self'" } });
  const readStored = async () => storedPage();

  it.each([200, 302, 401, 404, 500])('gets the answer of the network with the status %d', async (status) => {
    const answer = new Response('network', { status });
    const response = await answerNavigation(request, { fetch: async () => answer, readStored, wait: never });
    expect(response).toBe(answer);
  });

  it.each([502, 503, 504])(
    'gets the stored page, with its headers, in place of a proxy with %d',
    async (status) => {
      const response = await answerNavigation(request, {
        fetch: async () => new Response('proxy', { status }),
        readStored,
        wait: never,
      });
      expect(await response.text()).toBe('stored');
      expect(response.headers.get('content-security-policy')).toBe("default-src 'self'");
      expect(response.headers.get('server-timing')).toBe('stored-page');
    },
  );

  it('gets the stored page without a network', async () => {
    const fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const response = await answerNavigation(request, { fetch, readStored, wait: never });
    expect(await response.text()).toBe('stored');
  });

  it('gets the stored page when the server does not answer within 3 seconds', async () => {
    const wait = vi.fn(async () => {});
    const response = await answerNavigation(request, { fetch: never, readStored, wait });
    expect(await response.text()).toBe('stored');
    expect(wait).toHaveBeenCalledExactlyOnceWith(3000);
  });

  it('gets the answer of the network, however late, when the browser has removed the stored page', async () => {
    const late = Promise.withResolvers<Response>();
    const answer = answerNavigation(request, {
      fetch: () => late.promise,
      readStored: async () => undefined,
      wait: async () => {},
    });
    late.resolve(new Response('late', { status: 503 }));
    expect((await answer).status).toBe(503);
  });
});
