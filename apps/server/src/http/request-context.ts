import { AppError, type OutputStream, type RequestContext, type Services } from '@stockbook/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientName } from './client-name.ts';
import { deviceSecret } from './device-secret.ts';
import { oidcCookies } from './rest/oidc-cookies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated user; null before authentication and for anonymous requests. */
    userId: string | null;
    /** The kind of the valid token; null without one. */
    credential: 'session' | 'personal-access-token' | null;
    outputStreams: OutputStream[] | null;
  }
}

/** The bearer token of the `authorization` header, the only place where a token is accepted. */
function bearerToken({ headers }: FastifyRequest): string | null {
  const [, token] = headers.authorization?.match(/^Bearer +(\S+) *$/i) ?? [];
  return token ?? null;
}

/** Browsers send `origin` with each change; other clients send none. */
function pageOrigin({ headers, protocol, host }: FastifyRequest): string {
  const own = URL.parse(`${protocol}://${host}`)?.origin ?? '';
  return headers.origin === undefined ? own : (URL.parse(headers.origin)?.origin ?? 'null');
}

/** The `www-authenticate` header of a 401 response, which RFC 9110, 15.5.2 requires (values of RFC 6750, 3). */
export function authenticationChallenge({ headers }: FastifyRequest): string {
  return headers.authorization === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
}

/** The context of a procedure call, the same for REST and tRPC, without a cache. */
export function requestContext(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): RequestContext {
  return {
    services,
    requestId: request.id,
    address: request.ip,
    bearer: bearerToken(request),
    pageOrigin: pageOrigin(request),
    origin: request.headers.origin ?? null,
    storeFlow: (cookie) => oidcCookies.storeFlow(reply, cookie, services.accountPolicy.publicUrl),
    client: clientName(request.headers['user-agent']),
    device: deviceSecret(request, reply),
    onAuthenticated: (userId, credential) => {
      request.userId = userId;
      request.credential = credential;
    },
    admitUser: (userId, requests) => request.server.requestBudget.chargeUser(userId, request, requests),
    adopt(stream) {
      request.outputStreams = [...(request.outputStreams ?? []), stream];
      if (reply.raw.closed) void stream.close();
      else reply.raw.once('close', () => void stream.close());
    },
    clientSignal() {
      const abortion = new AbortController();
      const abort = () => abortion.abort(new AppError('TIMEOUT', 'The client has disconnected'));
      if (reply.raw.closed) abort();
      else reply.raw.once('close', abort);
      return abortion.signal;
    },
    lookUp: () => false,
    ...(request.unparsedBody && { unparsedBody: request.unparsedBody }),
    ...(request.barsText !== null && { barsText: request.barsText }),
  };
}
