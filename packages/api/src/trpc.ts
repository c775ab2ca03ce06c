import { initTRPC, TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-openapi';
import type { ReadEtag } from './answer-version.ts';
import { authenticate } from './auth/sessions/authenticate.ts';
import type { ProcedureContext, RequestContext } from './context.ts';
import { type ErrorDetails, toAppError } from './errors.ts';

/** The REST side of a procedure: trpc-openapi's own words, and the statuses it has none for. */
export type Meta = OpenApiMeta<{
  /** Every status a success can have, the usual one first; only 200 where it is not said. */
  statuses?: readonly [number, ...number[]];
  /** Which of them an output has; the first where it is not said. */
  statusOf?: (output: object) => number;
  /** Examples of answers that have another status than the usual one. */
  examples?: Readonly<Record<number, object>>;
  /** Reads the version that the answer then names (`etag`): it is 304 to who has that one. */
  version?: ReadEtag;
  /** Media types other than JSON in which an output can be had, and how it is written in each. */
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
 * Every procedure works on a fork of its own (batched calls share one context, and must not share an
 * identity map), and every failure leaves as an AppError in tRPC's clothes.
 */
export const publicProcedure = t.procedure.use(async ({ ctx, next, path }) => {
  const { services, ...request } = ctx;
  const deedContext: ProcedureContext = { ...services, ...request, em: services.database.fork() };
  const start = performance.now();
  const ended = (code: string) =>
    services.observer.operation({ name: path, code, seconds: (performance.now() - start) / 1000 });
  const result = await next({ ctx: deedContext });
  if (result.ok) {
    ended('OK');
    return result;
  }
  const cause = toAppError(result.error);
  ended(cause.code);
  throw new TRPCError({ code: cause.code, message: cause.message, cause });
});

/** A procedure of a signed-in user; without a living access token it answers UNAUTHORIZED. */
export const userProcedure = publicProcedure.use(async ({ ctx, next }) =>
  next({ ctx: await authenticate(ctx) }),
);
