import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-openapi';
import { errorBody } from '../errors.ts';
import { type RestOperation, restOperations } from '../rest.ts';
import { appRouter } from '../router.ts';
import { exampleOf } from './example.ts';
import {
  commonHeaders,
  description,
  errorResponses,
  headerRefs,
  headers,
  refusalRef,
  refusalResponses,
  securitySchemes,
  tags,
  title,
} from './parts.ts';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Operation = NonNullable<NonNullable<OpenAPIObject['paths']>[string]['get']>;
type MediaTypes = Record<string, { schema?: Schemas[string]; example?: unknown }>;

const json = 'application/json';

/**
 * The REST paths as OpenAPI 3.1, made of the same procedures that answer them. trpc-openapi writes the inputs
 * and the outputs; what it has no words for (statuses, our errors, headers, other media types, names of bodies)
 * is completed here.
 */
export function openApiDocument(): OpenAPIObject {
  const document = generateOpenApiDocument(appRouter, {
    title,
    description,
    version: '1',
    openApiVersion: '3.1.0',
    baseUrl: '/api',
    securitySchemes,
    defs: { Error: errorBody },
  });
  const schemas = ownSchemas(document.components?.schemas ?? {});
  for (const operation of restOperations()) {
    const described = document.paths?.[operation.path]?.[methodKey(operation)];
    if (!described) throw new Error(`${operation.name} is missing in the OpenAPI document`);
    complete(described, operation, schemas);
  }
  return {
    ...document,
    tags,
    components: { ...document.components, schemas, headers, responses: refusalResponses },
  };
}

/** The schemas without the adapter's own error bodies. */
function ownSchemas(schemas: Schemas): Schemas {
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => !name.startsWith('error.')));
}

function methodKey({ method }: RestOperation): 'get' | 'post' | 'patch' | 'put' | 'delete' {
  return method.toLowerCase() as Lowercase<RestOperation['method']>;
}

function complete(described: Operation, operation: RestOperation, schemas: Schemas): void {
  const output = contentOf(described.responses?.['200'])?.[json]?.schema;
  nameBody(described, operation, schemas);
  if (operation.readVersion) {
    described.parameters = [...(described.parameters ?? []), ifNoneMatch];
  }
  if (described.parameters?.length === 0) delete described.parameters;
  described.responses = {
    ...successes(output, operation, schemas),
    ...Object.fromEntries(
      refusalStatuses(described, operation).map((status) => [status, refusalRef(status)]),
    ),
    ...unhealthy(output, operation),
  };
}

const ifNoneMatch = {
  name: 'if-none-match',
  in: 'header',
  required: false,
  description: 'The `etag` of an answer the caller has: 304 where it is still the same',
  schema: { type: 'string' },
} as const;

function contentOf(part: unknown): MediaTypes | undefined {
  return typeof part === 'object' && part !== null && 'content' in part
    ? (part.content as MediaTypes)
    : undefined;
}

/** Gives the body's schema its name, so that generators do, and an example. */
function nameBody(described: Operation, { bodyMeta }: RestOperation, schemas: Schemas): void {
  const body = contentOf(described.requestBody)?.[json];
  if (!body?.schema) return;
  body.example = exampleOf(body.schema, schemas);
  const { id, minProperties } = bodyMeta;
  if (id === undefined) return;
  schemas[id] = { ...body.schema, ...(minProperties === undefined ? {} : { minProperties }) };
  body.schema = { $ref: `#/components/schemas/${id}` };
}

function successes(output: Schemas[string] | undefined, operation: RestOperation, schemas: Schemas) {
  const { statuses, readVersion, formats, examples } = operation;
  const contentAs = (status: number): MediaTypes => ({
    [json]: {
      ...(output ? { schema: output } : {}),
      example: examples[status] ?? exampleOf(output, schemas),
    },
    ...Object.fromEntries(
      Object.keys(formats).map((mediaType) => [mediaType, { schema: { type: 'string' } }]),
    ),
  });
  const versioned = { ...commonHeaders, ...(readVersion ? headerRefs(['etag']) : {}) };
  const answers = statuses
    .filter((status) => status < 400)
    .map((status) => [
      status,
      { description: meaningOf(status), headers: versioned, content: contentAs(status) },
    ]);
  const unchanged = { description: 'The caller has this version already', headers: versioned };
  return Object.fromEntries(readVersion ? [...answers, [304, unchanged]] : answers);
}

function meaningOf(status: number): string {
  return { 201: 'Created', 202: 'Accepted: a task does the work' }[status] ?? 'Done';
}

/** An operation whose own answer can be 503 has two bodies for it: its own, and the error of a server that ends. */
function unhealthy(output: Schemas[string] | undefined, { statuses, examples }: RestOperation) {
  if (!statuses.includes(503) || !output) return {};
  const schema = { anyOf: [output, { $ref: '#/components/schemas/Error' }] };
  return {
    503: {
      description: 'Not now; the body says why',
      headers: { ...commonHeaders, ...headerRefs(['retry-after']) },
      content: { [json]: { schema, example: examples[503] } },
    },
  };
}

/** With which statuses an operation may be refused: its own, and those that any like it can have. */
function refusalStatuses(described: Operation, operation: RestOperation): number[] {
  const isRead = operation.method === 'GET';
  const own = new Set(operation.errorResponses);
  const canBe: Record<number, boolean> = {
    400: !isRead || described.parameters !== undefined,
    401: !operation.isPublic,
    413: !isRead,
    415: !isRead,
    429: true,
    503: true,
  };
  return Object.keys(errorResponses)
    .map(Number)
    .filter((status) => own.has(status) || canBe[status] === true);
}
