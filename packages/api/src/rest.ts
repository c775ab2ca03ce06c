import type { AnyRouter, ProcedureType } from '@trpc/server';
import { z } from 'zod';
import type { RequestContext } from './context.ts';
import { isObject } from './json-object.ts';
import type { JsonSchema } from './openapi/map-schemas.ts';
import { appRouter } from './router.ts';
import { createCallerFactory, isWrite, type Meta, type OutputFile } from './trpc.ts';

/** A procedure that is published as a REST operation. */
export interface RestOperation {
  /** The procedure's dotted name. */
  readonly name: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  /** What the summary does not say; may be empty. */
  readonly description: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** In OpenAPI's notation: `/stocks/{symbol}`. */
  readonly path: string;
  /** Whether the operation requires no token. */
  readonly isPublic: boolean;
  /** Whether the operation may change something: a token of scope `read` gets 403. */
  readonly isWrite: boolean;
  /** Whether a client may repeat the request by an idempotency key, which stores the response. */
  readonly acceptsIdempotencyKey: boolean;
  /** Whether no rollback may undo the effect. */
  readonly hasExternalEffect: boolean;
  /** Whether a GET uses a quota, so that HEAD must not call the procedure. */
  readonly usesQuota: boolean;
  /** As how many requests a call counts in the limit of a user. */
  readonly weight: number;
  /** Whether a response can contain a secret that is shown once. */
  readonly returnsSecret: boolean;
  /** Statuses of successful responses, the most frequent first. */
  readonly statuses: readonly [number, ...number[]];
  /** Error statuses of this operation, besides those that any operation can return. */
  readonly errorResponses: readonly number[];
  /** Where responses are cached; undefined if they have no ETag. */
  readonly cachedBy: Meta['cachedBy'];
  /** Formatters by media type that `accept` can request in place of JSON. */
  readonly formats: Readonly<Record<string, (output: object) => string | AsyncIterable<string>>>;
  /** Size limit of the request body; undefined for the usual one. */
  readonly maxBodyBytes: number | undefined;
  /** The file as which the output is sent; undefined for all other outputs. */
  readonly file: OutputFile | undefined;
  /** Example responses by status, where the example of the output does not fit. */
  readonly examples: Readonly<Record<number, object>>;
  /** OpenAPI metadata of the input schema. */
  readonly bodyMeta: { readonly id?: string; readonly minProperties?: number };
  /** JSON Schema of the input; validation is the procedure's. */
  readonly inputSchema: JsonSchema;
  /** Whether the output has lists of dated rows, which can be long. */
  readonly hasSeries: boolean;
  /** JSON types of the input fields that a query string carries as text. */
  readonly fieldTypes: ReadonlyMap<string, FieldType>;
  /** The status of a response. */
  statusOf(output: object): number;
  /** The path, below `/api`, of what a response with status 201 or 202 has created or started. */
  locationOf(output: object): string;
  /** Calls the procedure unless the response is fresh; rejects with its error. */
  call(context: RequestContext, input: Record<string, unknown>): Promise<object>;
}

export type FieldType = 'integer' | 'boolean' | 'array';

/** The part of tRPC's procedure definition that is used here. */
interface Procedure {
  readonly _def: {
    readonly type: ProcedureType;
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

function inputSchemaOf(input: z.ZodType | undefined): JsonSchema {
  if (!input) return { type: 'object' };
  const { $schema, $ref, $defs, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  // A schema with an id is a reference to its definition.
  return $ref === undefined ? schema : { ...$defs?.[$ref.slice('#/$defs/'.length)] };
}

function fieldTypesOf({ properties }: JsonSchema): ReadonlyMap<string, FieldType> {
  return new Map(
    Object.entries(isObject(properties) ? properties : {}).flatMap(([name, field]): [string, FieldType][] =>
      isObject(field) && isFieldType(field.type) ? [[name, field.type]] : [],
    ),
  );
}

/** Whether responses with this status name a path in `location`. */
export function hasLocation(status: number): boolean {
  return status === 201 || status === 202;
}

const startedTask = z.union([
  z.object({ task_id: z.string() }),
  z.object({ data: z.object({ task_id: z.string() }) }).transform(({ data }) => data),
]);

function taskPath(output: object): string {
  return `/tasks/${startedTask.parse(output).task_id}`;
}

/** Where responses are cached, by the names of all procedures, also of those without a REST operation. */
export function cachingOfProcedures(): ReadonlyMap<string, Meta['cachedBy']> {
  const { procedures }: AnyRouter['_def'] = appRouter._def;
  return new Map(
    Object.entries<Procedure>(procedures).map(([name, { _def }]) => [name, _def.meta?.cachedBy]),
  );
}

let listed: readonly RestOperation[] | undefined;

/** The procedures that have OpenAPI metadata. */
export function restOperations(): readonly RestOperation[] {
  listed ??= listOperations();
  return listed;
}

function listOperations(): RestOperation[] {
  // tRPC types this record as nested; at run time it is flat, by dotted name.
  const { procedures }: AnyRouter['_def'] = appRouter._def;
  return Object.entries<Procedure>(procedures).flatMap(([name, { _def }]) => {
    const {
      openapi,
      statuses = [200],
      statusOf,
      locationOf = taskPath,
      examples = {},
      cachedBy,
      formats = {},
      returnsSecret = false,
      ...meta
    } = _def.meta ?? {};
    if (!openapi) return [];
    const { method, path, protect = true, errorResponses = [] } = openapi;
    const { operationId = name, tags: [tag = ''] = [], summary = '', description = '' } = openapi;
    const [input] = _def.inputs;
    let fieldTypes: ReadonlyMap<string, FieldType> | undefined;
    return {
      name,
      operationId,
      tag,
      summary,
      description,
      method,
      path,
      isPublic: !protect,
      isWrite: isWrite(_def.type, _def.meta),
      // Responses below `/auth` may contain secrets, which must not be stored.
      acceptsIdempotencyKey:
        method === 'POST' &&
        protect &&
        isWrite(_def.type, _def.meta) &&
        !path.startsWith('/auth/') &&
        !returnsSecret,
      usesQuota: meta.usesQuota ?? false,
      weight: meta.weight ?? 1,
      hasExternalEffect: meta.hasExternalEffect ?? false,
      returnsSecret,
      statuses,
      errorResponses: Array.isArray(errorResponses)
        ? errorResponses
        : Object.keys(errorResponses).map(Number),
      cachedBy,
      formats,
      maxBodyBytes: meta.maxBodyBytes,
      file: meta.file,
      examples,
      // An optional body has the name of its schema.
      bodyMeta: (input instanceof z.ZodOptional ? z.globalRegistry.get(input.unwrap()) : input?.meta()) ?? {},
      // On first use: generating the schemas of all operations takes 30 ms.
      get inputSchema() {
        return inputSchemaOf(input);
      },
      hasSeries: meta.hasSeries ?? false,
      get fieldTypes() {
        fieldTypes ??= fieldTypesOf(inputSchemaOf(input));
        return fieldTypes;
      },
      statusOf: statusOf ?? (() => statuses[0]),
      locationOf,
      call: (context, input) => callByName(name, context, input),
    };
  });
}
