import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { openApiDocument } from '@stockbook/api';
import type { FastifyInstance } from 'fastify';

const ourFiles = fileURLToPath(new URL('reference', import.meta.url));
const swaggerUi = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

/** What the reference page needs; nothing of it comes from elsewhere. */
const assets = ['reference.css', 'reference.js', 'swagger-ui.css', 'swagger-ui-bundle.js'];

/** The machine-readable contract, and a page to read it and try it on. */
export async function docs(app: FastifyInstance): Promise<void> {
  const document = openApiDocument();
  app.get('/openapi.json', () => document);
  await app.register(fastifyStatic, { root: [ourFiles, swaggerUi], serve: false, cacheControl: false });
  app.get('/docs', (_, reply) => reply.header('cache-control', 'no-cache').sendFile('index.html', ourFiles));
  for (const asset of assets) {
    app.get(`/docs/${asset}`, (_, reply) => reply.header('cache-control', 'no-cache').sendFile(asset));
  }
}
