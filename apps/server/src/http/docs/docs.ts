import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { openApiDocument, toOpenApi30 } from '@stockbook/api';
import type { FastifyInstance } from 'fastify';
import { contentName, matches, weakEtag } from '../cache/entity-tag.ts';
import { referenceSecurityHeaders } from '../plugins/security.ts';

const referenceDir = fileURLToPath(new URL('reference', import.meta.url));
const swaggerUiDir = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

/** The files of the reference page; it loads nothing from other origins. */
const assets = ['reference.css', 'reference.js', 'swagger-ui.css', 'swagger-ui-bundle.js'];

/** Serves a public document with an ETag. Serialized once: it does not change while the server runs. */
function serveDocument(app: FastifyInstance, path: string, document: object): void {
  const text = JSON.stringify(document);
  const etag = weakEtag(contentName(text));
  app.get(path, (request, reply) => {
    reply.headers({ etag, 'cache-control': 'public, no-cache', vary: 'accept-encoding' });
    if (matches(etag, request.headers['if-none-match'] ?? '')) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

/** Serves the OpenAPI document in both versions, and Swagger UI for it. */
export async function docs(app: FastifyInstance): Promise<void> {
  const document = openApiDocument();
  serveDocument(app, '/openapi.json', document);
  serveDocument(app, '/openapi-3.0.json', toOpenApi30(document));
  await app.register(fastifyStatic, {
    root: [referenceDir, swaggerUiDir],
    serve: false,
    cacheControl: false,
  });
  app.get('/docs', (_, reply) =>
    reply
      .headers({ ...referenceSecurityHeaders, 'cache-control': 'no-cache' })
      .sendFile('index.html', referenceDir),
  );
  for (const asset of assets) {
    app.get(`/docs/${asset}`, (_, reply) => reply.header('cache-control', 'no-cache').sendFile(asset));
  }
}
