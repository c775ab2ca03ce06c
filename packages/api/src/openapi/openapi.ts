import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-openapi';
import { errorBody } from '../errors.ts';
import { exampleId } from '../primitives.ts';
import { hasLocation, type RestOperation, restOperations } from '../rest.ts';
import { appRouter } from '../router.ts';
import type { OutputFile } from '../trpc.ts';
import { exampleOf } from './example.ts';
import { mapSchemas } from './map-schemas.ts';
import {
  commonHeaders,
  defaultResponse,
  description,
  errorResponseRef,
  errorResponses,
  etagExample,
  headerRefs,
  headers,
  license,
  securitySchemes,
  sharedResponses,
  tags,
  title,
} from './parts.ts';
import { tidySchema } from './tidy-schema.ts';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Operation = NonNullable<NonNullable<OpenAPIObject['paths']>[string]['get']>;
type MediaTypes = Record<string, { schema?: Schemas[string]; example?: unknown }>;

const json = 'application/json';

/**
 * Generates the OpenAPI 3.1 document of the REST API from the router. trpc-openapi generates inputs and outputs; this
 * function adds what it does not support: statuses, errors, headers, other media types and names of request bodies.
 */
export function openApiDocument(): OpenAPIObject {
  const generated = generateOpenApiDocument(appRouter, {
    title,
    description,
    version: '1',
    openApiVersion: '3.1.0',
    baseUrl: '/api',
    securitySchemes,
    defs: { ApiError: errorBody },
  });
  const document = mapSchemas(generated, tidySchema) as OpenAPIObject;
  const schemas = withoutAdapterErrors(document.components?.schemas ?? {});
  for (const operation of restOperations()) {
    const described = document.paths?.[operation.path]?.[methodKey(operation)];
    if (!described) throw new Error(`${operation.name} is missing in the OpenAPI document`);
    completeOperation(described, operation, schemas);
  }
  return {
    ...document,
    info: { ...document.info, license },
    tags,
    components: { ...document.components, schemas, headers, responses: sharedResponses },
  };
}

/** Removes the error schemas of trpc-openapi: ours is `ApiError`. */
function withoutAdapterErrors(schemas: Schemas): Schemas {
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => !name.startsWith('error.')));
}

function methodKey({ method }: RestOperation): 'get' | 'post' | 'patch' | 'put' | 'delete' {
  return method.toLowerCase() as Lowercase<RestOperation['method']>;
}

function completeOperation(described: Operation, operation: RestOperation, schemas: Schemas): void {
  const output = contentOf(described.responses?.['200'])?.[json]?.schema;
  const ofQuery = takeQueryFields(described, operation);
  addTable(described, operation);
  nameBody(described, operation, schemas);
  // Many tools show only the description: it begins with what the call does.
  described.description = [described.summary, described.description].filter(Boolean).join('. ');
  described.tags = [operation.tag];
  if (operation.isPublic) described.security = [];
  const parameters = completeParameters([...(described.parameters ?? []), ...ofQuery], schemas);
  described.parameters = [
    ...parameters,
    ...(operation.cachedBy ? [ifNoneMatch] : []),
    ...(operation.acceptsIdempotencyKey ? [idempotencyKey] : []),
  ];
  if (described.parameters.length === 0) delete described.parameters;
  described.responses = {
    ...successResponses(output, operation, schemas),
    ...Object.fromEntries(
      errorStatuses(described, operation).map((status) => [status, errorResponseRef(status)]),
    ),
    ...unavailableResponse(output, operation),
    default: defaultResponse,
  };
}

const ifNoneMatch = {
  name: 'if-none-match',
  in: 'header',
  required: false,
  description: 'The `etag` of an earlier response. Returns 304 if the response has not changed',
  example: etagExample,
  schema: { type: 'string' },
} as const;

const idempotencyKey = {
  name: 'idempotency-key',
  in: 'header',
  required: false,
  description:
    'A text that you choose for this request, for example a UUID. If a request with the same key has succeeded within 24 hours, returns its response again and does nothing; for a request with another body, returns 409',
  example: exampleId,
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
} as const;

function contentOf(part: unknown): MediaTypes | undefined {
  return typeof part === 'object' && part !== null && 'content' in part
    ? (part.content as MediaTypes)
    : undefined;
}

/** Takes the fields that REST reads out of the query from the request body. @returns them as parameters */
function takeQueryFields(described: Operation, { queryFields }: RestOperation): Parameters {
  const schema = contentOf(described.requestBody)?.[json]?.schema;
  if (!schema || '$ref' in schema || !schema.properties) return [];
  const fields = Object.entries(schema.properties);
  schema.properties = Object.fromEntries(fields.filter(([name]) => !queryFields.includes(name)));
  return fields
    .filter(([name]) => queryFields.includes(name))
    .map(([name, field]) => ({ name, in: 'query', required: false, schema: field }));
}

/** Adds the table that can be the whole body in place of its field `csv`. */
function addTable(described: Operation, { hasBars }: RestOperation): void {
  const content = contentOf(described.requestBody);
  const schema = content?.[json]?.schema;
  if (!hasBars || !content || !schema || '$ref' in schema) return;
  const field = schema.properties?.csv;
  if (!field || '$ref' in field) return;
  content['text/csv'] = { schema: { type: 'string' }, example: [field.examples].flat()[0] };
}

/** Moves the schema of the request body to the named schemas, for client generators, and adds an example. */
function nameBody(described: Operation, { bodyMeta }: RestOperation, schemas: Schemas): void {
  const body = contentOf(described.requestBody)?.[json];
  if (!body?.schema) return;
  const { id, minProperties, examples = [] } = bodyMeta;
  // Fields that exclude each other make no example together.
  body.example = examples[0] ?? exampleOf(body.schema, schemas);
  if (id === undefined) return;
  schemas[id] = { ...body.schema, ...(minProperties === undefined ? {} : { minProperties }) };
  body.schema = { $ref: `#/components/schemas/${id}` };
}

function successResponses(output: Schemas[string] | undefined, operation: RestOperation, schemas: Schemas) {
  const { statuses, cachedBy, examples, file, createsSeveral } = operation;
  const contentAs = (status: number): MediaTypes =>
    file?.write
      ? { [usualMediaType(file)]: { schema: { type: 'string' } } }
      : {
          [json]: {
            ...(output ? { schema: output } : {}),
            example: examples[status] ?? exampleOf(output, schemas),
          },
        };
  const headersOfAll = { ...commonHeaders, ...(cachedBy ? headerRefs(['etag']) : {}) };
  const responseHeaders = { ...headersOfAll, ...(file ? headerRefs(['content-disposition']) : {}) };
  const responses = statuses
    .filter((status) => status < 400)
    .map((status) => [
      status,
      {
        description: describeStatus(status),
        headers: {
          ...responseHeaders,
          ...(hasLocation(status) && !createsSeveral ? headerRefs(['location']) : {}),
        },
        content: contentAs(status),
      },
    ]);
  const notModified = { description: 'Not modified', headers: headersOfAll };
  return Object.fromEntries(cachedBy ? [...responses, [304, notModified]] : responses);
}

function usualMediaType({ mediaType }: OutputFile): string {
  return typeof mediaType === 'string' ? mediaType : mediaType.usual;
}

function describeStatus(status: number): string {
  return { 201: 'Created', 202: 'A task was started' }[status] ?? 'Success';
}

/**
 * An operation that returns 503 itself has two possible bodies: its output, or `ApiError` while the server shuts
 * down.
 */
function unavailableResponse(output: Schemas[string] | undefined, { statuses, examples }: RestOperation) {
  if (!statuses.includes(503) || !output) return {};
  const schema = { anyOf: [output, { $ref: '#/components/schemas/ApiError' }] };
  return {
    503: {
      description: 'Not available; the body gives the reason',
      headers: { ...commonHeaders, ...headerRefs(['retry-after']) },
      content: { [json]: { schema, example: examples[503] } },
    },
  };
}

/** Lists the error statuses of an operation: those of its metadata, and those that its kind of operation can return. */
function errorStatuses(described: Operation, operation: RestOperation): number[] {
  const isRead = operation.method === 'GET';
  const own = new Set(operation.errorResponses);
  const isPossible: Record<number, boolean> = {
    400: !isRead || described.parameters !== undefined,
    401: !operation.isPublic,
    409: operation.acceptsIdempotencyKey,
    403: !operation.isPublic,
    405: true,
    413: !isRead,
    415: !isRead,
    429: true,
    503: true,
  };
  return Object.keys(errorResponses)
    .map(Number)
    .filter((status) => own.has(status) || isPossible[status] === true);
}

type Parameters = NonNullable<Operation['parameters']>;

/** Moves description and example from a parameter's schema to the parameter, where documentation tools expect them. */
function completeParameters(parameters: Parameters, schemas: Schemas): Parameters {
  return parameters.map((parameter) => {
    if ('$ref' in parameter || !parameter.schema || '$ref' in parameter.schema) return parameter;
    const { description = parameter.description, examples = [], ...schema } = parameter.schema;
    const example = examples[0] ?? exampleOf(schema, schemas);
    return { ...parameter, ...(description === undefined ? {} : { description }), schema, example };
  });
}
