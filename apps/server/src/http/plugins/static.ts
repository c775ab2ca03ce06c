import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { AppError } from '@stockbook/api';
import type { FastifyInstance } from 'fastify';

const webClient = fileURLToPath(new URL('../../../../web/dist', import.meta.url));

/**
 * The built web client. It routes by itself, so any page's address answers its document; what the build named
 * by content is kept by browsers for good.
 */
export async function staticFiles(app: FastifyInstance): Promise<void> {
  const isBuilt = existsSync(webClient);
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: webClient,
      // The build has compressed its texts once and well.
      preCompressed: true,
      setHeaders: (reply, path) => {
        const isNamedByContent = path.startsWith(`${webClient}/assets/`);
        reply.header('vary', 'accept-encoding');
        reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const isPage = ['GET', 'HEAD'].includes(request.method) && !/^\/(api|trpc|assets)(\/|$)/.test(path);
    if (isPage && isBuilt) return reply.header('cache-control', 'no-cache').sendFile('index.html');
    throw new AppError(
      'NOT_FOUND',
      isPage ? 'The web client has not been built: run npm start' : 'Not found',
    );
  });
}
