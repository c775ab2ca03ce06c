import { restOperations } from '@stockbook/api';
import { openApiDocument } from '@stockbook/api/openapi';
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** The parts of a response that the OpenAPI document describes. */
export interface ActualResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface Described {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { $ref: string }>>;
  readonly content?: Readonly<Record<string, { schema: AnySchema; example?: unknown }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: AnySchema;
  readonly example: unknown;
}

export interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Described>>;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: AnySchema; readonly example?: unknown }>>;
  };
}

/** The OpenAPI document after a JSON round trip, as a client reads it. */
export const document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
} = JSON.parse(JSON.stringify(openApiDocument()));

interface ObjectSchema {
  readonly type?: string | readonly string[];
  readonly properties?: object;
}

/**
 * Forbids undescribed fields, which the document permits so that a later version can add some. Names the document
 * `openapi`, as `ajv` knows it.
 */
function closed(schema: AnySchema): AnySchema {
  const absolute = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components');
  return JSON.parse(absolute, (_, value: ObjectSchema | null) => {
    const isObjectSchema = value?.properties !== undefined && [value.type].flat().includes('object');
    return isObjectSchema ? { additionalProperties: false, ...value } : value;
  });
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(closed(document), 'openapi');

/** Path patterns, literals before parameters: the server's order of precedence. */
const templates = Object.keys(document.paths)
  .sort((a, b) => a.split('{').length - b.split('{').length)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`) }));

const validators = new Map<AnySchema, ValidateFunction>();

function validatorOf(schema: AnySchema): ValidateFunction {
  const validator = validators.get(schema) ?? ajv.compile(closed(schema));
  validators.set(schema, validator);
  return validator;
}

/** Resolves a reference within the document; returns any other part unchanged. */
export function resolve<T extends object>(part: T | { $ref: string }): T {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as T;
  const [, , kind = '', name = ''] = part.$ref.split('/');
  return document.components[kind]?.[name] as T;
}

const errorSchema = { $ref: '#/components/schemas/ApiError' };

/** The described response to a call; null for an unknown path or method. */
function describedResponse(method: string, path: string, status: number): Described | null {
  const [bare = ''] = path.split('?');
  const template = templates.find(({ pattern }) => pattern.test(bare))?.path ?? '';
  const operation = document.paths[template]?.[method.toLowerCase()];
  if (!operation) return null;
  const response = operation.responses[status];
  if (!response) throw new Error(`${operation.operationId} does not describe status ${status}`);
  return resolve<Described>(response);
}

/** Whether `accept` can request the media type in place of that in the document. */
function isNegotiated(method: string, path: string, mediaType: string): boolean {
  const [bare = ''] = path.split('?');
  const template = templates.find(({ pattern }) => pattern.test(bare))?.path;
  return restOperations().some(({ path: own, method: ownMethod, formats, file }) => {
    const others = typeof file?.mediaType === 'object' ? file.mediaType.others : [];
    return own === template && ownMethod === method && (mediaType in formats || others.includes(mediaType));
  });
}

/** Without the restrictions of `closed`: unknown fields of requests are ignored. */
const openAjv = new Ajv2020({ strict: false });
addFormats.default(openAjv);
openAjv.addSchema(document, 'openapi');

/** @throws if an operation has accepted a body that the document refuses */
export function assertAcceptedBody(method: string, path: string, body: string | undefined): void {
  const [bare = ''] = path.split('?');
  const template = templates.find(({ pattern }) => pattern.test(bare))?.path ?? '';
  const { requestBody } = document.paths[template]?.[method.toLowerCase()] ?? {};
  const schema = requestBody?.content['application/json']?.schema;
  if (schema === undefined) return;
  const absolute = JSON.parse(
    JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components'),
  ) as AnySchema;
  // A missing body is an empty object; a byte order mark is permitted.
  if (openAjv.validate(absolute, JSON.parse(body?.replace(/^\ufeff/, '') || '{}'))) return;
  throw new Error(`accepted, but refused by the document: ${openAjv.errorsText()}\n${body?.slice(0, 500)}`);
}

/** @throws if the value does not match a schema of the document */
export function assertValidJson(schema: AnySchema, value: unknown): void {
  const validate = validatorOf(schema);
  if (validate(value)) return;
  const reasons = ajv.errorsText(validate.errors);
  throw new Error(`not as described: ${reasons}\n${JSON.stringify(value)?.slice(0, 500)}`);
}

function assertValidBody(mediaType: string, schema: AnySchema, text: string): void {
  if (mediaType === 'application/json') assertValidJson(schema, JSON.parse(text));
}

/**
 * @param path below `/api`
 * @throws if the response does not match the OpenAPI document
 */
export function assertValidResponse(
  method: string,
  path: string,
  { status, headers, text }: ActualResponse,
): void {
  const [mediaType = ''] = String(headers['content-type'] ?? '').split(';');
  const described = describedResponse(method, path, status);
  if (!described) {
    if (![400, 404, 405, 413, 415, 429, 503].includes(status))
      throw new Error(`${status} for an unknown path`);
    assertValidBody(mediaType, errorSchema, text);
    return;
  }
  for (const [name, header] of Object.entries(described.headers ?? {})) {
    const { required = false } = resolve<{ required?: boolean }>(header);
    if (required && headers[name] === undefined) throw new Error(`the header ${name} is missing`);
  }
  if (!described.content) {
    if (text !== '') throw new Error(`a ${status} with a body`);
    return;
  }
  const content = described.content[mediaType];
  if (!content && isNegotiated(method, path, mediaType)) return;
  if (!content) throw new Error(`media type ${mediaType || '(none)'} is not described for ${status}`);
  assertValidBody(mediaType, content.schema, text);
}
