import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { contentName, matches, weakEtag } from '../cache/conditional-get.ts';
import { referenceSecurityHeaders } from '../plugins/security.ts';

const referenceDir = fileURLToPath(new URL('reference', import.meta.url));
const swaggerUiDir = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

/** The files of the reference page; it loads nothing from other origins. */
const assets = ['reference.css', 'reference.js', 'swagger-ui.css', 'swagger-ui-bundle.js'];

interface Document {
  readonly text: string;
  readonly etag: string;
}

/**
 * The OpenAPI document in both versions. Written on the first request: their generator and their schemas would take a
 * third of the server's start and of its memory.
 */
async function writeDocuments(): Promise<{ current: Document; previous: Document }> {
  const { openApiDocument, toOpenApi30 } = await import('@stockbook/api/openapi');
  const asSent = (document: object) => {
    const text = JSON.stringify(document);
    return { text, etag: weakEtag(contentName(text)) };
  };
  const document = openApiDocument();
  return { current: asSent(document), previous: asSent(toOpenApi30(document)) };
}

/** Serves a public document, which does not change while the server runs, with an ETag. */
function serveDocument(app: FastifyInstance, path: string, read: () => Promise<Document>): void {
  app.get(path, async (request, reply) => {
    const { text, etag } = await read();
    reply.headers({ etag, 'cache-control': 'public, no-cache', vary: 'accept-encoding' });
    if (matches(etag, request.headers['if-none-match'] ?? '')) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

/** Serves the OpenAPI document in both versions, and Swagger UI for it. */
export async function docs(app: FastifyInstance): Promise<void> {
  let written: ReturnType<typeof writeDocuments> | undefined;
  const documents = () => (written ??= writeDocuments());
  serveDocument(app, '/openapi.json', async () => (await documents()).current);
  serveDocument(app, '/openapi-3.0.json', async () => (await documents()).previous);
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
