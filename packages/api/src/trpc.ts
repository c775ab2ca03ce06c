import type { EntityManager } from '@stockbook/db';
import { initTRPC, type ProcedureType, TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-openapi';
import { presentUser } from './auth/present-user.ts';
import { authenticate, requireWriteScope } from './auth/sessions/authenticate.ts';
import type { Principal } from './auth/sessions/sessions.ts';
import { CachedResponse } from './cached-response.ts';
import type { ProcedureContext, RequestContext, Services } from './context.ts';
import { type ErrorDetails, toAppError } from './errors.ts';
import { wordInputErrors } from './input-errors.ts';
import { recordRefusal } from './security-events/record-refusal.ts';

/** A file that REST sends with `content-disposition`. */
export interface OutputFile {
  /** The file's name. Called after the procedure has succeeded with `input`. */
  readonly name: (input: Readonly<Record<string, unknown>>) => string;
  readonly mediaType: string;
  /** Formats an output that is not JSON. */
  readonly write?: (output: object) => string;
}

/** REST metadata of a procedure: that of trpc-openapi, and what it does not support. */
export type Meta = OpenApiMeta<{
  /** Statuses of successful responses, the most frequent first. Default: 200. */
  statuses?: readonly [number, ...number[]];
  /** The status of an output. Default: the first of `statuses`. */
  statusOf?: (output: object) => number;
  /** The path of a created resource, below `/api`. Required with status 201. */
  locationOf?: (output: object) => string;
  /** Example responses by status. Default: composed from the examples of the output's fields. */
  examples?: Readonly<Record<number, object>>;
  /** A mutation that changes nothing: a token of scope `read` may call it. */
  isReadOnly?: boolean;
  /**
   * A mutation with an effect that no rollback may undo, such as a message. It runs outside of a transaction, and an
   * idempotency key never executes it twice.
   */
  hasExternalEffect?: boolean;
  /** A query that uses a quota. HEAD does not call it. */
  usesQuota?: boolean;
  /** The output can contain a secret that is shown once: no idempotency key stores it, and no assistant gets it. */
  returnsSecret?: boolean;
  /** The output has lists of dated rows, oldest first, which can be long: an assistant gets the last rows only. */
  hasSeries?: boolean;
  /** As how many requests a call counts in the limit of a user. Default: 1. */
  weight?: number;
  /** Size limit of the request body, if it is not the usual one. */
  maxBodyBytes?: number;
  /** REST sends the output as a file to save. */
  file?: OutputFile;
  /**
   * The caches of responses if the use case calls `ctx.cached`, which gives them an ETag: personal data must not be
   * stored by the browser.
   */
  cachedBy?: 'server' | 'server and browser';
  /** Formatters by media type that `accept` can request in place of JSON. Not in the OpenAPI document. */
  formats?: Readonly<Record<string, (output: object) => string | AsyncIterable<string>>>;
}>;

wordInputErrors();

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
        details,
      };
      return { ...shape, message, data };
    },
  });

/** The `locationOf` of a resource with an id. */
export function locationIn(path: string) {
  return (output: object) => `${path}/${'id' in output ? output.id : ''}`;
}

export const router = t.router;
export const mergeRouters = t.mergeRouters;
export const createCallerFactory = t.createCallerFactory;

/** Makes the context of a use case. Batched calls share one request and must not share an identity map. */
function procedureContext(
  { principal: _, storeOutput: __, lookUp, ...request }: RequestContext,
  path: string,
): ProcedureContext {
  const { database, programVersion } = request.services;
  return {
    ...request,
    em: database.fork(),
    async cached(key, produce) {
      const isKnown = lookUp(`${programVersion} ${path} ${JSON.stringify(key)}`);
      return isKnown ? new CachedResponse() : await produce();
    },
  };
}

/** Starts to measure a call. @returns a function that ends it */
function measure({ observer }: Services, name: string): (code: string) => void {
  const start = performance.now();
  return (code) => observer.operation({ name, code, seconds: (performance.now() - start) / 1000 });
}

/** Measures each call. Every error becomes a `TRPCError` with an `AppError` as its cause. */
const observedProcedure = t.procedure.use(async ({ ctx, next, path }) => {
  const observe = measure(ctx.services, path);
  const result = await next();
  if (result.ok) {
    observe(result.data instanceof CachedResponse ? 'NOT_MODIFIED' : 'OK');
    return result;
  }
  const cause = toAppError(result.error);
  observe(cause.code);
  throw new TRPCError({ code: cause.trpcCode, message: cause.message, cause });
});

/** A procedure without authentication. */
export const publicProcedure = observedProcedure.use(async ({ ctx, next, path }) => {
  const context = procedureContext(ctx, path);
  const result = await next({ ctx: context });
  if (!result.ok) {
    const error = toAppError(result.error);
    await recordRefusal(context, error, { userId: error.userId ?? null, details: { procedure: path } });
  }
  return result;
});

/** Whether a procedure may change something. */
export function isWrite(type: ProcedureType, meta: Meta | undefined): boolean {
  return type === 'mutation' && meta?.isReadOnly !== true;
}

/**
 * A procedure that requires authentication. Throws UNAUTHORIZED without a valid bearer token, and INSUFFICIENT_SCOPE if
 * it may change something and the token may only read.
 */
export const userProcedure = observedProcedure
  .use(async ({ ctx, next, path, type, meta }) => {
    const context = procedureContext(ctx, path);
    const { user, credential } = ctx.principal ?? (await authenticate(context, path));
    // Authentication has counted one.
    if (meta?.weight !== undefined) await context.admitUser(user.id, meta.weight - 1);
    const userContext = { ...context, user: presentUser(user), credential };
    const isChange = isWrite(type, meta);
    if (isChange) requireWriteScope(userContext);
    // A receiver of messages may take seconds to answer.
    const takesTurn = isChange && !meta?.hasExternalEffect;
    const leave = takesTurn ? await context.services.writeTurns.enter(user.id, context.requestId) : () => {};
    const result = await next({ ctx: userContext }).finally(leave);
    if (!result.ok) {
      const facts = { userId: user.id, details: { procedure: path } };
      await recordRefusal(userContext, toAppError(result.error), facts);
    }
    return result;
  })
  .use(({ ctx, next, meta }) => {
    const { em, storeOutput } = ctx;
    if (!storeOutput) return next();
    const callAndStore = async (tx: EntityManager) => {
      const result = await next({ ctx: { em: tx } });
      if (!result.ok) throw result.error;
      await storeOutput(tx, result.data as object);
      return result;
    };
    return meta?.hasExternalEffect ? callAndStore(em) : em.transactional(callAndStore);
  });

/**
 * Authenticates a call ahead of it, as `userProcedure` does, and counts it against the user's limit.
 * @returns `principal` for the call
 * @throws AppError
 */
export async function authenticateCall(request: RequestContext, path: string): Promise<Principal> {
  const observe = measure(request.services, path);
  try {
    return await authenticate(request, path);
  } catch (error) {
    observe(toAppError(error).code);
    throw error;
  }
}
