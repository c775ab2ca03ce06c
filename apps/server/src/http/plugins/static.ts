import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { AppError } from '@stockbook/api';
import type { FastifyInstance } from 'fastify';

const webDistDir = fileURLToPath(new URL('../../../../web/dist', import.meta.url));

/**
 * Serves the built web client: `index.html` for every page, since the client routes by itself. Files with a content
 * hash in their name are cached for a year.
 */
export async function staticFiles(app: FastifyInstance): Promise<void> {
  const isBuilt = existsSync(webDistDir);
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: webDistDir,
      // The build writes a .br file for each text file.
      preCompressed: true,
      setHeaders: (reply, path) => {
        const hasContentHash = path.startsWith(`${webDistDir}/assets/`);
        reply.header('vary', 'accept-encoding');
        reply.header('cache-control', hasContentHash ? 'public, max-age=31536000, immutable' : 'no-cache');
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
