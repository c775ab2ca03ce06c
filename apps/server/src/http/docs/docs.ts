import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { openApiDocument, toOpenApi30 } from '@stockbook/api';
import type { FastifyInstance } from 'fastify';

const referenceDir = fileURLToPath(new URL('reference', import.meta.url));
const swaggerUiDir = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

/** The files of the reference page; it loads nothing from other origins. */
const assets = ['reference.css', 'reference.js', 'swagger-ui.css', 'swagger-ui-bundle.js'];

/** Serves the OpenAPI document in both versions, and Swagger UI for it. */
export async function docs(app: FastifyInstance): Promise<void> {
  const document = openApiDocument();
  const document30 = toOpenApi30(document);
  app.get('/openapi.json', () => document);
  app.get('/openapi-3.0.json', () => document30);
  await app.register(fastifyStatic, {
    root: [referenceDir, swaggerUiDir],
    serve: false,
    cacheControl: false,
  });
  app.get('/docs', (_, reply) =>
    reply.header('cache-control', 'no-cache').sendFile('index.html', referenceDir),
  );
  for (const asset of assets) {
    app.get(`/docs/${asset}`, (_, reply) => reply.header('cache-control', 'no-cache').sendFile(asset));
  }
}
