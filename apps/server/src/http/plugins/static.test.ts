import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendError } from './error-handler.ts';
import { staticFiles } from './static.ts';

const page = '<!doctype html><title>Stockbook</title>';
const distDir = mkdtempSync(join(tmpdir(), 'stockbook-static-'));
let app: FastifyInstance;

beforeAll(async () => {
  mkdirSync(join(distDir, 'assets'));
  writeFileSync(join(distDir, 'index.html'), page);
  writeFileSync(join(distDir, 'assets', 'app-1a2b.js'), 'void 0');
  writeFileSync(join(distDir, 'sw.js'), 'void 1');
  writeFileSync(join(distDir, 'manifest.webmanifest'), '{}');
  writeFileSync(join(distDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  app = fastify();
  app.setErrorHandler(sendError);
  await staticFiles(app, { isPwaOn: true, distDir });
});
afterAll(async () => {
  await app.close();
  rmSync(distDir, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
const htmlOfBrowser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe.each(['/', '/stocks', '/stocks/AAPL'])('%s', (path) => {
  it.each([undefined, htmlOfBrowser, '*/*', 'text/*'])('sends the page for accept: %s', async (accept) => {
    const response = await get(path, accept === undefined ? {} : { accept });
    expect([response.statusCode, response.body]).toEqual([200, page]);
    expect(response.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept, accept-encoding' });
  });

  it.each(['application/json', 'text/csv', 'text/html;q=0'])('sends 404 for accept: %s', async (accept) => {
    const response = await get(path, { accept });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ error: 'Not found: the API is below /api', code: 'NOT_FOUND' });
  });
});

it('serves files whatever the request accepts, and caches those with a content hash', async () => {
  const response = await get('/assets/app-1a2b.js', { accept: 'application/json' });
  expect([response.statusCode, response.body]).toEqual([200, 'void 0']);
  expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await get('/assets/none.js', { accept: htmlOfBrowser })).statusCode).toBe(404);
});

it.each([
  ['/', 'text/html; charset=utf-8'],
  ['/assets/app-1a2b.js', /^(text|application)\/javascript; charset=utf-8$/],
  ['/favicon.svg', 'image/svg+xml; charset=utf-8'],
])('names the charset of %s', async (url, type) => {
  expect((await get(url, { accept: '*/*' })).headers['content-type']).toMatch(type);
});

it('sends the page that the service worker stores with the headers of pages', async () => {
  const [stored, page] = [await get('/index.html'), await get('/stocks', { accept: htmlOfBrowser })];
  expect(stored.headers['cross-origin-opener-policy']).toBe('same-origin');
  for (const name of ['content-security-policy', 'cross-origin-opener-policy', 'x-frame-options']) {
    expect([name, stored.headers[name]]).toEqual([name, page.headers[name]]);
  }
});

describe('the app', () => {
  it('lets browsers ask for its worker and its manifest each time', async () => {
    const [worker, manifest] = [await get('/sw.js'), await get('/manifest.webmanifest')];
    expect([worker.body, worker.headers['cache-control']]).toEqual(['void 1', 'no-cache']);
    expect(worker.headers['content-type']).toMatch(/^(text|application)\/javascript/);
    expect(manifest.headers).toMatchObject({ 'cache-control': 'no-cache' });
    expect(manifest.headers['content-type']).toMatch(/^application\/manifest\+json/);
  });

  it('leaves browsers by the script in place of its worker when PWA is off', async () => {
    const server = fastify();
    server.setErrorHandler(sendError);
    await staticFiles(server, { isPwaOn: false, distDir });
    const worker = await server.inject('/sw.js');
    expect(worker.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/javascript; charset=utf-8',
    });
    expect(worker.body).toContain('registration.unregister()');
    expect((await server.inject('/manifest.webmanifest')).json()).toEqual({
      error: 'The app is switched off on this server',
      code: 'NOT_FOUND',
    });
    await server.close();
  });
});
