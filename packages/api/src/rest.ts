import type { AnyRouter } from '@trpc/server';
import type { RequestContext } from './context.ts';
import { appRouter } from './router.ts';
import { createCallerFactory, type Meta } from './trpc.ts';

/** A procedure as the REST door publishes it. */
export interface RestOperation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** As OpenAPI writes it: `/stocks/{symbol}`. */
  readonly path: string;
  /** The status of an answer. */
  statusOf(output: object): number;
  /** Calls the procedure; rejects with whatever it throws. */
  call(context: RequestContext, input: Record<string, unknown>): Promise<object>;
}

const createCaller = createCallerFactory(appRouter);

function callByName(name: string, context: RequestContext, input: Record<string, unknown>): Promise<object> {
  let target: unknown = createCaller(context);
  for (const step of name.split('.')) target = Reflect.get(Object(target), step);
  if (typeof target !== 'function') throw new Error(`There is no procedure ${name}`);
  return target(input);
}

/** Every procedure with OpenAPI metadata, ready to be routed. */
export function restOperations(): RestOperation[] {
  // tRPC types this record as nested; at run time it is flat, by dotted name.
  const { procedures }: AnyRouter['_def'] = appRouter._def;
  return Object.entries<{ _def: { meta?: Meta } }>(procedures).flatMap(([name, { _def }]) => {
    const { openapi, statuses = [200], statusOf } = _def.meta ?? {};
    if (!openapi) return [];
    return {
      method: openapi.method,
      path: openapi.path,
      statusOf: statusOf ?? (() => statuses[0]),
      call: (context, input) => callByName(name, context, input),
    };
  });
}
