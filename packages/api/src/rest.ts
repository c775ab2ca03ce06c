import type { AnyRouter, ProcedureType } from '@trpc/server';
import { z } from 'zod';
import type { RequestContext } from './context.ts';
import { isObject } from './json-object.ts';
import type { JsonSchema } from './openapi/map-schemas.ts';
import { appRouter } from './router.ts';
import { isWrite, type Meta } from './trpc.ts';

/** Metadata that most procedures leave out. */
const metaDefaults = {
  statuses: [200],
  examples: {},
  formats: {},
  usesQuota: false,
  returnsSecret: false,
  hasExternalEffect: false,
  hasSeries: false,
  createsSeveral: false,
  hasBars: false,
  isUnparsed: false,
  queryFields: [] as readonly string[],
  weight: 1,
} satisfies Meta;

type CompleteMeta = Required<Pick<Meta, keyof typeof metaDefaults>> & Meta;

/** A procedure that is published as a REST operation. */
export interface RestOperation
  extends Pick<
    CompleteMeta,
    keyof typeof metaDefaults | 'cachedBy' | 'file' | 'maxBodyBytes' | 'maxBodyValues'
  > {
  /** The procedure's dotted name. */
  readonly name: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  /** Continues the summary; may be empty. */
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
  /** Error statuses of this operation, besides those that any operation can return. */
  readonly errorResponses: readonly number[];
  /** OpenAPI metadata of the input schema. */
  readonly bodyMeta: {
    readonly id?: string;
    readonly minProperties?: number;
    readonly examples?: readonly unknown[];
  };
  /** JSON Schema of the input; validation is the procedure's. */
  readonly inputSchema: JsonSchema;
  /** JSON types of the input fields that a query string carries as text. */
  readonly fieldTypes: ReadonlyMap<string, FieldType>;
  /** The status of a response. */
  statusOf(output: object): number;
  /** The path, below `/api`, of what a response with status 201 or 202 has created or started; null for several. */
  locationOf(output: object, input: Readonly<Record<string, unknown>>): string | null;
  /** Calls the procedure unless the response is fresh; rejects with its error. */
  call(context: RequestContext, input: Record<string, unknown>): Promise<object>;
}

export type FieldType = 'integer' | 'boolean' | 'array';

const tagsOfRouters: Readonly<Record<string, string>> = {
  drawings: 'stocks',
  moves: 'portfolios',
  studySets: 'indicators',
  transfer: 'stocks',
};

/** By default the first part of a procedure's name. */
function tagOf(name: string): string {
  const [router = ''] = name.split('.');
  return tagsOfRouters[router] ?? router;
}

/** The part of tRPC's procedure that is used here. */
interface Procedure {
  (call: {
    path: string;
    type: ProcedureType;
    ctx: RequestContext;
    getRawInput: () => Promise<unknown>;
  }): Promise<object>;
  readonly _def: {
    readonly type: ProcedureType;
    readonly meta?: Meta;
    readonly inputs: readonly z.ZodType[];
  };
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

/** The caches of responses by the names of all procedures, also of those without a REST operation. */
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
  return Object.entries<Procedure>(procedures).flatMap(([name, procedure]): RestOperation[] => {
    const { _def } = procedure;
    const meta: CompleteMeta = { ...metaDefaults, ..._def.meta };
    const { openapi, statuses, statusOf = () => statuses[0], locationOf = taskPath } = meta;
    if (!openapi) return [];
    const { method, path, protect = true, errorResponses = [] } = openapi;
    const { operationId = name, tags: [tag = tagOf(name)] = [], summary = '', description = '' } = openapi;
    const [input] = _def.inputs;
    let fieldTypes: ReadonlyMap<string, FieldType> | undefined;
    return [
      {
        ...meta,
        name,
        operationId,
        tag,
        summary,
        description,
        method,
        path,
        isPublic: !protect,
        isWrite: isWrite(_def.type, meta),
        // Responses below `/auth` may contain secrets, which must not be stored.
        acceptsIdempotencyKey:
          method === 'POST' &&
          protect &&
          isWrite(_def.type, meta) &&
          !path.startsWith('/auth/') &&
          !meta.returnsSecret,
        errorResponses: Array.isArray(errorResponses)
          ? errorResponses
          : Object.keys(errorResponses).map(Number),
        // An optional body has the name of its schema.
        bodyMeta:
          (input instanceof z.ZodOptional ? z.globalRegistry.get(input.unwrap()) : input?.meta()) ?? {},
        // On first use: generating the schemas of all operations takes 30 ms.
        get inputSchema() {
          return inputSchemaOf(input);
        },
        get fieldTypes() {
          fieldTypes ??= fieldTypesOf(inputSchemaOf(input));
          return fieldTypes;
        },
        statusOf,
        locationOf,
        // tRPC's own caller makes two proxies for each call. Each step of a call copies all of these, one by one.
        call: (ctx, input) => procedure({ path: name, type: _def.type, ctx, getRawInput: async () => input }),
      },
    ];
  });
}
