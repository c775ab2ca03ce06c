import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import { AppError, recordRefusal, type Services } from '@stockbook/api';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { ResponseCache } from './cache/response-cache.ts';
import { clientName } from './client-name.ts';
import { docs } from './docs/docs.ts';
import { answerClientError } from './hardening/client-errors.ts';
import { limitConnections } from './hardening/connection-limit.ts';
import { rejectWhileShuttingDown } from './hardening/graceful-shutdown.ts';
import { sendError } from './plugins/error-handler.ts';
import { acceptJsonBodies, defaultContentType } from './plugins/json-body.ts';
import { limitRequests, RequestBudget } from './plugins/rate-limits.ts';
import { logRequests, ResponseErrorLog } from './plugins/request-log.ts';
import { requireValidAddress } from './plugins/require-valid-address.ts';
import { security } from './plugins/security.ts';
import { staticFiles } from './plugins/static.ts';
import { oidcRoutes } from './rest/oidc-routes.ts';
import { restRoutes } from './rest/routes.ts';
import { trpcRoutes } from './trpc.ts';

export interface AppOptions {
  readonly log: FastifyBaseLogger;
  /** The number of proxies in front of the server, or their addresses. */
  readonly trustProxy: false | number | string[];
  readonly corsOrigins: readonly string[];
  /** Serves the Model Context Protocol at `/mcp`. */
  readonly hasMcp?: boolean;
  /** Whether browsers may install the web client. True by default. */
  readonly isPwaOn?: boolean;
  readonly rateLimitPerMinute: number;
  /** Open connections of all clients. `maxConnections` by default. */
  readonly maxConnections?: number;
  /**
   * Open connections of one client address. Unlimited if omitted or behind a proxy, which opens all connections
   * itself.
   */
  readonly maxConnectionsPerAddress?: number;
  /** `usualTimeLimits` by default. */
  readonly timeLimits?: TimeLimits;
}

/** How long a client may take to send a request, in milliseconds. Slower connections are closed. */
export interface TimeLimits {
  readonly headersMs: number;
  /** For the whole request, headers and body. */
  readonly requestMs: number;
  /** The interval of the check, by which a late connection may outlive its limit. Node's default is 30 seconds. */
  readonly checkEveryMs: number;
}

export const usualTimeLimits: TimeLimits = { headersMs: 10_000, requestMs: 20_000, checkEveryMs: 2_000 };

/** A connection without any traffic, in either direction, is closed after this time. */
const idleConnectionMs = 60_000;

const kibibyte = 1024;

/** Connections above this number are refused: each costs memory, however little it sends. */
const maxConnections = 2_000;

/** In place of Fastify's compilers, which it loads even if no route has a schema: procedures validate. */
function refuseSchemas() {
  return (): never => {
    throw new Error('A route has a schema');
  };
}

function createApp({ log, trustProxy, ...options }: AppOptions): FastifyInstance {
  const { maxConnectionsPerAddress = Infinity, timeLimits = usualTimeLimits } = options;
  const app: FastifyInstance = fastify({
    requestTimeout: timeLimits.requestMs,
    connectionTimeout: idleConnectionMs,
    http: {
      headersTimeout: timeLimits.headersMs,
      connectionsCheckingInterval: timeLimits.checkEveryMs,
    },
    loggerInstance: log,
    // Without a logger for each request, which only failed requests would use: their lines name the request themselves.
    childLoggerFactory: (logger) => logger,
    logController: new ResponseErrorLog({ disableRequestLogging: true }),
    trustProxy: typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : trustProxy,
    bodyLimit: 64 * kibibyte,
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
  });
  limitConnections(app, {
    total: options.maxConnections ?? maxConnections,
    perAddress: trustProxy === false ? maxConnectionsPerAddress : Infinity,
  });
  return app;
}

/** Builds the Fastify app with REST, tRPC and the web client; does not listen. */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const { corsOrigins, rateLimitPerMinute, hasMcp = false, isPwaOn = true } = options;
  const app = createApp(options);
  app.setErrorHandler(sendError);
  logRequests(app);
  rejectWhileShuttingDown(app);
  acceptJsonBodies(app);
  await security(app, corsOrigins);
  // Smaller bodies fit into a packet uncompressed. Compressed requests are rejected: a small one may expand hugely.
  await app.register(compress, {
    threshold: 2 * kibibyte,
    encodings: ['br', 'gzip'],
    // A whole history (900 kB) takes 10 ms either way; the next levels take twice as long for 7 % less.
    zlibOptions: { level: 4 },
    globalDecompression: false,
  });
  const budget = new RequestBudget(rateLimitPerMinute, (error, { id, ip, headers }, userId) => {
    const source = { address: ip, client: clientName(headers['user-agent']), requestId: id };
    void recordRefusal({ services, ...source }, error, { userId, details: { limit: 'requests' } });
  });
  app.decorate('requestBudget', budget);
  app.decorateRequest('charges', null);
  const cache = new ResponseCache();
  await app.register(async (scope) => {
    limitRequests(scope);
    requireValidAddress(scope);
    defaultContentType(scope);
    await trpcRoutes(scope, services, cache);
  });
  if (hasMcp) {
    const { mcpRoutes } = await import('./mcp.ts');
    await app.register(async (scope) => {
      limitRequests(scope);
      requireValidAddress(scope);
      mcpRoutes(scope, services, corsOrigins);
    });
  }
  await app.register(
    async (scope) => {
      limitRequests(scope);
      requireValidAddress(scope);
      await restRoutes(scope, services, cache);
      if (services.identityProvider) await oidcRoutes(scope, services, services.identityProvider);
      docs(scope, cache);
      // A route instead of a not-found handler, so that the rate limit counts unknown paths, too.
      scope.all('/*', () => {
        throw new AppError('NOT_FOUND', 'Not found');
      });
    },
    { prefix: '/api' },
  );
  await staticFiles(app, { isPwaOn });
  return app;
}
