import {
  AppError,
  endProviderSignIn,
  endSessionsOfProvider,
  exchangeCode,
  type IdentityProvider,
  type ProviderContext,
  recordRefusal,
  type Services,
  startProviderSignIn,
  toAppError,
} from '@stockbook/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestContext } from '../request-context.ts';
import { oidcCookies } from './oidc-cookies.ts';

/** The one text field of a body; null if it has none. */
function fieldOf(body: unknown, name: 'code' | 'logout_token'): string | null {
  const value: unknown =
    typeof body === 'object' && body !== null && name in body ? Object(body)[name] : null;
  return typeof value === 'string' && value.length <= 16_384 ? value : null;
}

/** The largest form with a logout token: room for long claims. */
const maxFormBytes = 64 * 1024;

/** Calls a use case, and records if a limit has refused it. */
async function run<Result>(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  useCase: (ctx: ProviderContext) => Promise<Result>,
): Promise<Result> {
  reply.header('cache-control', 'no-store');
  const ctx = { ...requestContext(services, request, reply), em: services.database.fork() };
  try {
    return await useCase(ctx);
  } catch (error) {
    const details = { procedure: request.routeOptions.url ?? '' };
    await recordRefusal(ctx, toAppError(error), { userId: null, details });
    throw error;
  }
}

/** Logs and referrers receive the path of a page, but neither its fragment nor the query of the callback. */
function redirect(reply: FastifyReply, url: string): FastifyReply {
  return reply.header('referrer-policy', 'no-referrer').redirect(url, 302);
}

/**
 * The redirections of a sign-in by the identity provider, and its notice that a person has signed out there. Only REST
 * has them: a browser or the provider calls them, without a token.
 */
export async function oidcRoutes(
  app: FastifyInstance,
  services: Services,
  provider: IdentityProvider,
): Promise<void> {
  const { publicUrl } = services.accountPolicy;
  app.get('/auth/oidc/start', { exposeHeadRoute: false }, (request, reply) =>
    run(services, request, reply, async () => {
      const { url, cookie } = await startProviderSignIn(provider);
      if (cookie !== null) oidcCookies.storeFlow(reply, cookie, publicUrl);
      return redirect(reply, url);
    }),
  );
  app.get('/auth/oidc/callback', { exposeHeadRoute: false }, (request, reply) =>
    run(services, request, reply, async (ctx) => {
      oidcCookies.deleteFlow(reply);
      const [, query = ''] = request.url.split(/\?(.*)/s);
      const cookie = oidcCookies.readFlow(request);
      const { url, browserSecret } = await endProviderSignIn(ctx, provider, { query, cookie });
      if (browserSecret !== null) oidcCookies.storeBrowser(reply, browserSecret);
      return redirect(reply, url);
    }),
  );
  app.post('/auth/oidc/exchange', (request, reply) =>
    run(services, request, reply, (ctx) => {
      oidcCookies.deleteBrowser(reply);
      const code = fieldOf(request.body, 'code');
      if (code === null) throw new AppError('BAD_REQUEST', 'Code is required');
      const browserSecret = oidcCookies.readBrowser(request);
      return exchangeCode(ctx, { code, browserSecret, origin: request.headers.origin ?? null });
    }),
  );
  await app.register(async (scope) => {
    scope.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxFormBytes },
      (_, text, done) => done(null, Object.fromEntries(new URLSearchParams(text))),
    );
    scope.post('/auth/oidc/backchannel-logout', (request, reply) =>
      run(services, request, reply, async (ctx) => {
        const token = fieldOf(request.body, 'logout_token');
        if (token === null) throw new AppError('BAD_REQUEST', 'logout_token is required');
        await endSessionsOfProvider(ctx, provider, token);
        return {};
      }),
    );
  });
}
