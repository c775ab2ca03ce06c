import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { AppError } from '@stockbook/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accepts } from '../cache/conditional-get.ts';
import { pageSecurityHeaders } from './security.ts';

const webDistDir = fileURLToPath(new URL('../../../../web/dist', import.meta.url));

/**
 * Whether a request is for a page of the web client. A script that forgot `/api` and wants JSON does not get a page.
 */
function isForPage({ method, url, headers }: FastifyRequest): boolean {
  const [path = ''] = url.split('?');
  return (
    ['GET', 'HEAD'].includes(method) &&
    !/^\/(api|trpc|mcp|assets)(\/|$)/.test(path) &&
    accepts('text/html', headers.accept)
  );
}

/** In place of the service worker: removes it from the browsers that have it, with the files that it has stored. */
const removalScript = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => {
  const remove = async () => {
    const names = await caches.keys();
    await Promise.all(names.map((name) => caches.delete(name)));
    await registration.unregister();
  };
  event.waitUntil(remove());
});
`;

function switchAppOff(app: FastifyInstance): void {
  app.get('/sw.js', (_, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', 'content-type': 'text/javascript; charset=utf-8' })
      .send(removalScript),
  );
  app.get('/manifest.webmanifest', () => {
    throw new AppError('NOT_FOUND', 'The app is switched off on this server');
  });
}

interface StaticOptions {
  /** `PWA`: whether browsers may install the web client. */
  readonly isPwaOn: boolean;
  readonly distDir?: string;
}

/**
 * Serves the built web client: `index.html` for every page, since the client routes by itself. Files with a content
 * hash in their name are cached for a year.
 */
export async function staticFiles(
  app: FastifyInstance,
  { isPwaOn, distDir = webDistDir }: StaticOptions,
): Promise<void> {
  if (!isPwaOn) switchAppOff(app);
  const isBuilt = existsSync(distDir);
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: distDir,
      index: false,
      // The build writes a .br file for each text file.
      preCompressed: true,
      setHeaders: (reply, path) => {
        const hasContentHash = path.startsWith(`${distDir}/assets/`);
        reply.header('vary', path.endsWith('.html') ? 'accept, accept-encoding' : 'accept-encoding');
        // The service worker stores the page with its headers, and shows it with them.
        if (path.endsWith('.html')) reply.headers(pageSecurityHeaders);
        // `@fastify/send` adds the charset to `text/*` only.
        if (path.endsWith('.svg')) reply.header('content-type', 'image/svg+xml; charset=utf-8');
        reply.header('cache-control', hasContentHash ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    if (!isForPage(request)) throw new AppError('NOT_FOUND', 'Not found: the API is below /api');
    if (!isBuilt) throw new AppError('NOT_FOUND', 'The web client has not been built: run npm start');
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  };
  // Otherwise the folder itself would be requested.
  app.get('/', sendPage);
  app.setNotFoundHandler(sendPage);
}
