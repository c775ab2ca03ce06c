import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

function runHelmet(): OutgoingHttpHeaders {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const setHeaders = helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // lightweight-charts, the menus' positioning and the reference page set styles on elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'", 'data:'],
        imgSrc: ["'self'", 'data:', 'blob:'],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        // `npm start` serves plain HTTP; a proxy that terminates TLS redirects by itself.
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
  setHeaders(response.req, response, (error) => {
    if (error) throw error;
  });
  return response.getHeaders();
}

/** Sent with every response. Helmet runs once: it would build the same policy for each response. */
export const securityHeaders = runHelmet();

/** Sets the security headers, and allows cross-origin requests from `corsOrigins` only. */
export async function security(app: FastifyInstance, corsOrigins: readonly string[]): Promise<void> {
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(securityHeaders);
    done();
  });
  if (corsOrigins.length === 0) return;
  await app.register(cors, {
    origin: [...corsOrigins],
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
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
