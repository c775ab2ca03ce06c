import type { AnyRouter } from '@trpc/server';
import { z } from 'zod';
import type { ReadEtag } from './answer-version.ts';
import type { RequestContext } from './context.ts';
import { appRouter } from './router.ts';
import { createCallerFactory, type Meta } from './trpc.ts';

/** A procedure as the REST door publishes it. */
export interface RestOperation {
  /** The procedure's dotted name. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** As OpenAPI writes it: `/stocks/{symbol}`. */
  readonly path: string;
  /** Whether it can be called without a token. */
  readonly isPublic: boolean;
  /** Every status a success can have, the usual one first. */
  readonly statuses: readonly [number, ...number[]];
  /** The statuses of its own with which it may be refused, besides those that any operation can answer. */
  readonly errorResponses: readonly number[];
  /** Reads the version of an answer, where answers name their version and can be 304. */
  readonly readVersion: ReadEtag | undefined;
  /** Media types other than JSON, and how an output is written in each. */
  readonly formats: Readonly<Record<string, (output: object) => string>>;
  /** Answers that have another status than the usual one. */
  readonly examples: Readonly<Record<number, object>>;
  /** What the schema of its input says of a body as a whole. */
  readonly bodyMeta: { readonly id?: string; readonly minProperties?: number };
  /** The JSON types of its input's fields, for those that a query spells as text. */
  readonly fieldTypes: ReadonlyMap<string, FieldType>;
  /** The status of an answer. */
  statusOf(output: object): number;
  /** Calls the procedure; rejects with whatever it throws. */
  call(context: RequestContext, input: Record<string, unknown>): Promise<object>;
}

export type FieldType = 'integer' | 'boolean' | 'array';

/** What tRPC keeps of a procedure, as far as it matters here. */
interface Procedure {
  readonly _def: {
    readonly meta?: Meta;
    readonly inputs: readonly z.ZodType[];
  };
}

const createCaller = createCallerFactory(appRouter);

function callByName(name: string, context: RequestContext, input: Record<string, unknown>): Promise<object> {
  let target: unknown = createCaller(context);
  for (const step of name.split('.')) target = Reflect.get(Object(target), step);
  if (typeof target !== 'function') throw new Error(`There is no procedure ${name}`);
  return target(input);
}

function isFieldType(type: unknown): type is FieldType {
  return type === 'integer' || type === 'boolean' || type === 'array';
}

function fieldTypesOf(input: z.ZodType | undefined): ReadonlyMap<string, FieldType> {
  const { properties = {} } = input ? z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) : {};
  return new Map(
    Object.entries(properties).flatMap(([name, field]): [string, FieldType][] =>
      typeof field === 'object' && isFieldType(field.type) ? [[name, field.type]] : [],
    ),
  );
}

/** Every procedure with OpenAPI metadata, ready to be routed. */
export function restOperations(): RestOperation[] {
  // tRPC types this record as nested; at run time it is flat, by dotted name.
  const { procedures }: AnyRouter['_def'] = appRouter._def;
  return Object.entries<Procedure>(procedures).flatMap(([name, { _def }]) => {
    const { openapi, statuses = [200], statusOf, examples = {}, version, formats = {} } = _def.meta ?? {};
    if (!openapi) return [];
    const { method, path, protect = true, errorResponses = [] } = openapi;
    const [input] = _def.inputs;
    return {
      name,
      method,
      path,
      isPublic: !protect,
      statuses,
      errorResponses: Array.isArray(errorResponses)
        ? errorResponses
        : Object.keys(errorResponses).map(Number),
      readVersion: version,
      formats,
      examples,
      bodyMeta: input?.meta() ?? {},
      fieldTypes: fieldTypesOf(input),
      statusOf: statusOf ?? (() => statuses[0]),
      call: (context, input) => callByName(name, context, input),
    };
  });
}
