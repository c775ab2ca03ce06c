import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** They are the same for every answer, so that Helmet is asked once: for each it would write the policy anew. */
function securityHeaders(): OutgoingHttpHeaders {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
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
        // Plain HTTP is how it runs at home; a proxy that speaks TLS upgrades by itself.
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
  setHeaders(answer.req, answer, (error) => {
    if (error) throw error;
  });
  return answer.getHeaders();
}

/** Response headers, and which foreign origins' pages may call: none, unless they are configured. */
export async function security(app: FastifyInstance, corsOrigins: readonly string[]): Promise<void> {
  const headers = securityHeaders();
  app.addHook('onRequest', (_, reply, done) => {
    reply.headers(headers);
    done();
  });
  if (corsOrigins.length === 0) return;
  await app.register(cors, {
    origin: [...corsOrigins],
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'x-request-id',
      'etag',
      'retry-after',
      'ratelimit-limit',
      'ratelimit-remaining',
      'ratelimit-reset',
    ],
    strictPreflight: false,
    maxAge: 600,
  });
}
