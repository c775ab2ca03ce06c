import { initTRPC, TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-openapi';
import type { ReadEtag } from './answer-version.ts';
import { authenticate } from './auth/sessions/authenticate.ts';
import type { ProcedureContext, RequestContext } from './context.ts';
import { type ErrorDetails, toAppError } from './errors.ts';

/** REST metadata of a procedure: that of trpc-openapi, and what it does not support. */
export type Meta = OpenApiMeta<{
  /** Statuses of successful responses, the most frequent first. Default: 200. */
  statuses?: readonly [number, ...number[]];
  /** The status of an output. Default: the first of `statuses`. */
  statusOf?: (output: object) => number;
  /** Example responses by status, for statuses other than the first. */
  examples?: Readonly<Record<number, object>>;
  /** Reads the version for the `etag`; without it, responses have none. */
  version?: ReadEtag;
  /** Formatters by media type, besides JSON. */
  formats?: Readonly<Record<string, (output: object) => string>>;
}>;

const t = initTRPC
  .context<RequestContext>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error }) {
      const { message, code, details } = toAppError(error);
      const data: { code: string; httpStatus: number; path?: string; details?: ErrorDetails } = {
        ...shape.data,
        code,
        ...(details === undefined ? {} : { details }),
      };
      return { ...shape, message, data };
    },
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/**
 * A procedure without authentication. Each call gets its own fork of the entity manager: batched calls share one context
 * and must not share an identity map. Every error becomes a `TRPCError` with an `AppError` as its cause.
 */
export const publicProcedure = t.procedure.use(async ({ ctx, next, path }) => {
  const { services, ...request } = ctx;
  const procedureContext: ProcedureContext = { ...services, ...request, em: services.database.fork() };
  const start = performance.now();
  const observe = (code: string) =>
    services.observer.operation({ name: path, code, seconds: (performance.now() - start) / 1000 });
  const result = await next({ ctx: procedureContext });
  if (result.ok) {
    observe('OK');
    return result;
  }
  const cause = toAppError(result.error);
  observe(cause.code);
  throw new TRPCError({ code: cause.code, message: cause.message, cause });
});

/** A procedure that requires authentication; throws UNAUTHORIZED without a valid bearer token. */
export const userProcedure = publicProcedure.use(async ({ ctx, next }) =>
  next({ ctx: await authenticate(ctx) }),
);
