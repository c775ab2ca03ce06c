import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { ConditionalGet, contentName } from '../cache/conditional-get.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import { referenceSecurityHeaders } from '../plugins/security.ts';

const referenceDir = fileURLToPath(new URL('reference', import.meta.url));
const swaggerUiDir = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

const json = 'application/json; charset=utf-8';
const html = 'text/html; charset=utf-8';
const css = 'text/css; charset=utf-8';
const javascript = 'text/javascript; charset=utf-8';

/** The files of the reference page by their paths; it loads nothing from other origins. */
const files = [
  { path: '/docs', dir: referenceDir, name: 'index.html', type: html },
  { path: '/docs/reference.css', dir: referenceDir, name: 'reference.css', type: css },
  { path: '/docs/reference.js', dir: referenceDir, name: 'reference.js', type: javascript },
  { path: '/docs/swagger-ui.css', dir: swaggerUiDir, name: 'swagger-ui.css', type: css },
  { path: '/docs/swagger-ui-bundle.js', dir: swaggerUiDir, name: 'swagger-ui-bundle.js', type: javascript },
] as const;

interface PublicText {
  readonly path: string;
  /** Media type. */
  readonly type: string;
  /** Changes with the text. */
  readonly key: () => Promise<string>;
  readonly read: () => Promise<string>;
}

/** Serves a text that is the same for everybody, with an ETag. It is compressed once, not for each request. */
function serveText(app: FastifyInstance, cache: ResponseCache, { path, type, key, read }: PublicText): void {
  const variant = { representation: path, cacheControl: 'public, no-cache', vary: 'accept-encoding' };
  app.get(path, async ({ headers }, reply) => {
    const get = new ConditionalGet(headers, cache, variant);
    get.lookUp(await key());
    if (type === html) reply.headers(referenceSecurityHeaders);
    return reply.type(type).send(await get.send(reply, read));
  });
}

/**
 * The OpenAPI document in both versions. Written on the first request: their generator and their schemas would take a
 * third of the server's start and of its memory.
 */
async function writeDocuments() {
  const { openApiDocument, toOpenApi30 } = await import('@stockbook/api/openapi');
  const asSent = (document: object) => {
    const text = JSON.stringify(document);
    return { text, name: contentName(text) };
  };
  const document = openApiDocument();
  return { current: asSent(document), previous: asSent(toOpenApi30(document)) };
}

/** Serves the OpenAPI document in both versions, and Swagger UI for it. */
export function docs(app: FastifyInstance, cache: ResponseCache): void {
  let written: ReturnType<typeof writeDocuments> | undefined;
  const documents = () => (written ??= writeDocuments());
  for (const [path, version] of [
    ['/openapi.json', 'current'],
    ['/openapi-3.0.json', 'previous'],
  ] as const) {
    serveText(app, cache, {
      path,
      type: json,
      key: async () => (await documents())[version].name,
      read: async () => (await documents())[version].text,
    });
  }
  for (const { path, dir, name, type } of files) {
    const file = join(dir, name);
    serveText(app, cache, {
      path,
      type,
      key: async () => {
        const { mtimeMs, size } = await stat(file);
        return `${mtimeMs} ${size}`;
      },
      read: () => readFile(file, 'utf8'),
    });
  }
}
