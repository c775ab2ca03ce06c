import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

const contentSecurityPolicy = {
  defaultSrc: ["'self'"],
  objectSrc: ["'none'"],
  // As `default-src`, written out: the service worker and the manifest come from this server only.
  workerSrc: ["'self'"],
  manifestSrc: ["'self'"],
  // These do not fall back to `default-src`.
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

/** Headers of pages only: browsers ignore them on data. */
const withoutPages = {
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;

function runHelmet(
  directives: Record<string, readonly string[]>,
  options: Partial<typeof withoutPages> = {},
): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const setHeaders = helmet({
    // Without the defaults, which allow inline styles and redirect to HTTPS: `npm start` serves plain HTTP.
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
    ...options,
  });
  setHeaders(response.req, response, (error) => {
    if (error) throw error;
  });
  return response.getHeaders();
}

/** Sent with every response. Helmet runs once: it would build the same policy for each response. */
export const securityHeaders = runHelmet(contentSecurityPolicy, withoutPages);

/** Sent with pages. */
export const pageSecurityHeaders = runHelmet(contentSecurityPolicy);

/** For the reference page: Swagger UI's style sheet contains its icons as `data:` URLs. */
export const referenceSecurityHeaders = runHelmet({ ...contentSecurityPolicy, imgSrc: ["'self'", 'data:'] });

/**
 * Stops injected scripts, framing and requests of other sites: sets the security headers, and CORS for `corsOrigins`.
 */
export async function security(app: FastifyInstance, corsOrigins: readonly string[]): Promise<void> {
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(securityHeaders);
    done();
  });
  if (corsOrigins.length === 0) return;
  await app.register(cors, {
    origin: [...corsOrigins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'x-request-id',
      'etag',
      'location',
      'content-disposition',
      'retry-after',
      'www-authenticate',
      'ratelimit-limit',
      'ratelimit-remaining',
      'ratelimit-reset',
    ],
    strictPreflight: false,
    maxAge: 600,
  });
}
