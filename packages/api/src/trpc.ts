import type { EntityManager } from '@stockbook/db';
import { initTRPC, type ProcedureType, TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-openapi';
import { z } from 'zod';
import { authenticate, type Principal, requireWriteScope } from './auth/sessions/sessions.ts';
import { CachedResponse, type ProcedureContext, type RequestContext, type Services } from './context.ts';
import { type ErrorDetails, toAppError } from './errors.ts';
import { wordInputErrors } from './input-errors.ts';
import { recordRefusal } from './security-events/record-refusal.ts';
import { UnparsedBody } from './unparsed-body.ts';

/** Media types of a file that depend on the input. The OpenAPI document has the usual one only. */
interface VariableMediaType {
  readonly usual: string;
  readonly others: readonly string[];
  /** Called before the input is validated. */
  readonly of: (input: Readonly<Record<string, unknown>>) => string;
}

/** A file that REST sends with `content-disposition`. */
export interface OutputFile {
  /** The file's name. Called after the procedure has succeeded with `input`. */
  readonly name: (input: Readonly<Record<string, unknown>>) => string;
  /** The media type, or the types by the input of the call. */
  readonly mediaType: string | VariableMediaType;
  /** Formats an output that is not JSON. */
  readonly write?: (output: object) => string;
}

/** REST metadata of a procedure: that of trpc-openapi, and what it does not support. */
export type Meta = OpenApiMeta<{
  /** Statuses of successful responses, the most frequent first. Default: 200. */
  statuses?: readonly [number, ...number[]];
  /** The status of an output. Default: the first of `statuses`. */
  statusOf?: (output: object) => number;
  /** Whether a 201 can have made several resources: it then has no `location`. */
  createsSeveral?: boolean;
  /** The path of a created resource, below `/api`; null if several were created. Required with status 201. */
  locationOf?: (output: object, input: Readonly<Record<string, unknown>>) => string | null;
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
  /** Most values in a body that is larger than usual, if it is not a text with a few fields. */
  maxBodyValues?: number;
  /** The body has a list `bars`, which can be large, or is a table of them (`text/csv`). */
  hasBars?: boolean;
  /** A large body stays unparsed, for a worker thread of the use case. */
  isUnparsed?: boolean;
  /** Fields that REST reads out of the query although the request has a body. */
  queryFields?: readonly string[];
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

function notConverted(): never {
  throw new Error('The output is not converted');
}

/**
 * The output schema of a procedure that returns thousands of rows of the program's own tables: validating each would
 * take as long as reading it. Clients and the OpenAPI document see only `schema`.
 */
export function ownRows<Schema extends z.ZodType>(schema: Schema) {
  const output = z.codec(z.custom<z.input<Schema>>(), schema, { decode: notConverted, encode: notConverted });
  return Object.assign(output, { parseAsync: async (value: unknown) => value });
}

/** The output schema of a procedure that calls `ctx.cached`. Clients and the OpenAPI document see only `schema`. */
export function cacheable<Schema extends z.ZodType>(schema: Schema) {
  const input = z.custom<z.input<Schema> | CachedResponse>();
  const output = z.codec(input, schema, { decode: notConverted, encode: notConverted });
  return Object.assign(output, {
    parseAsync: async (value: unknown) =>
      value instanceof CachedResponse ? value : await schema.parseAsync(value),
  });
}

/**
 * The input schema of a procedure whose large bodies stay unparsed. Its input is then `ctx.unparsedBody`, which the use
 * case validates.
 */
export function orUnparsed<Schema extends z.ZodObject>(schema: Schema) {
  const parse = schema.parseAsync.bind(schema);
  return Object.assign(schema, {
    parseAsync: async (value: unknown) => (value instanceof UnparsedBody ? value : await parse(value)),
  });
}

/**
 * Makes the part of a use case's context that its request does not have. tRPC copies slowly what it has already.
 * Batched calls share one request and must not share an identity map.
 */
function ownContext(
  { lookUp, services: { database, programVersion } }: RequestContext,
  path: string,
): Pick<ProcedureContext, 'em' | 'cached'> {
  return {
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

/** The outcome of tRPC's `next`, which does not throw. */
type Outcome = { readonly ok: true; readonly data: unknown } | { readonly ok: false; readonly error: Error };

/** Makes a call in its turn, and measures it. Every error becomes a `TRPCError` with an `AppError` as its cause. */
async function observed<Result extends Outcome>(
  { services, inTurn = (run) => run() }: RequestContext,
  path: string,
  call: () => Promise<Result>,
): Promise<Result> {
  return inTurn(async () => {
    const observe = measure(services, path);
    try {
      const result = await call();
      if (!result.ok) throw result.error;
      observe(result.data instanceof CachedResponse ? 'NOT_MODIFIED' : 'OK');
      return result;
    } catch (error) {
      const cause = toAppError(error);
      observe(cause.code);
      throw new TRPCError({ code: cause.trpcCode, message: cause.message, cause });
    }
  });
}

// One middleware each: tRPC copies the whole context for every further one.

/** A procedure without authentication. */
export const publicProcedure = t.procedure.use(({ ctx, next, path }) =>
  observed(ctx, path, async () => {
    const own = ownContext(ctx, path);
    const result = await next({ ctx: own });
    if (!result.ok) {
      const error = toAppError(result.error);
      await recordRefusal({ ...ctx, ...own }, error, {
        userId: error.userId ?? null,
        details: { procedure: path },
      });
    }
    return result;
  }),
);

/** Whether a procedure may change something. */
export function isWrite(type: ProcedureType, meta: Meta | undefined): boolean {
  return type === 'mutation' && meta?.isReadOnly !== true;
}

/**
 * A procedure that requires authentication. Throws UNAUTHORIZED without a valid bearer token, and INSUFFICIENT_SCOPE if
 * it may change something and the token may only read.
 */
export const userProcedure = t.procedure.use(({ ctx, next, path, type, meta }) =>
  observed(ctx, path, async () => {
    const { user, credential } = ctx.principal ?? (await authenticate(ctx, path));
    // Authentication has counted one.
    if (meta?.weight !== undefined) await ctx.admitUser(user.id, meta.weight - 1);
    const own = { ...ownContext(ctx, path), user, credential };
    const isChange = isWrite(type, meta);
    if (isChange) requireWriteScope(own);
    // A receiver of messages may take seconds to answer.
    const takesTurn = isChange && !meta?.hasExternalEffect;
    const leave = takesTurn ? await ctx.services.writeTurns.enter(user.id, ctx.requestId) : () => {};
    const { storeOutput } = ctx;
    const callAndStore = async (em: EntityManager) => {
      const result = await next({ ctx: { ...own, em } });
      if (!result.ok) throw result.error;
      await storeOutput?.(em, result.data as object);
      return result;
    };
    try {
      const isStoredInTransaction = storeOutput && !meta?.hasExternalEffect;
      return await (isStoredInTransaction ? own.em.transactional(callAndStore) : callAndStore(own.em));
    } catch (error) {
      const facts = { userId: user.id, details: { procedure: path } };
      await recordRefusal({ ...ctx, ...own }, toAppError(error), facts);
      throw error;
    } finally {
      leave();
    }
  }),
);

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
