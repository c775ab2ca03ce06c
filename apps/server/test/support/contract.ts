import { openApiDocument } from '@stockbook/api';
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** What the contract needs to know of an answer. */
export interface Judged {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export interface Described {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { $ref: string }>>;
  readonly content?: Readonly<Record<string, { schema: AnySchema; example?: unknown }>>;
}

export interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Described>>;
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema: AnySchema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: AnySchema }>> };
}

/** The document as a client would have it: read from JSON. */
export const document: {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>;
} = JSON.parse(JSON.stringify(openApiDocument()));

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, 'openapi');

/** Literals before parameters, as the server routes. */
const templates = Object.keys(document.paths)
  .sort((a, b) => a.split('{').length - b.split('{').length)
  .map((path) => ({ path, form: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`) }));

const validators = new Map<AnySchema, ValidateFunction>();

function validatorOf(schema: AnySchema): ValidateFunction {
  // References in the document are to itself; here it has a name.
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components'));
  const validator = validators.get(schema) ?? ajv.compile(absolute);
  validators.set(schema, validator);
  return validator;
}

/** A part of the document, or what it refers to. */
export function resolve<T extends object>(part: T | { $ref: string }): T {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as T;
  const [, , kind = '', name = ''] = part.$ref.split('/');
  return document.components[kind]?.[name] as T;
}

const errorSchema = { $ref: '#/components/schemas/Error' };

/** What the contract says of a call; null where it knows no such path or method. */
function describedResponse(method: string, path: string, status: number): Described | null {
  const [bare = ''] = path.split('?');
  const template = templates.find(({ form }) => form.test(bare))?.path ?? '';
  const operation = document.paths[template]?.[method.toLowerCase()];
  if (!operation) return null;
  const response = operation.responses[status];
  if (!response) throw new Error(`${operation.operationId} does not say that it can answer ${status}`);
  return resolve<Described>(response);
}

/** Throws where a value is not what a schema of the document describes. */
export function judgeJson(schema: AnySchema, value: unknown): void {
  const validate = validatorOf(schema);
  if (validate(value)) return;
  const reasons = ajv.errorsText(validate.errors);
  throw new Error(`not as described: ${reasons}\n${JSON.stringify(value)?.slice(0, 500)}`);
}

function judgeBody(mediaType: string, schema: AnySchema, text: string): void {
  if (mediaType === 'application/json') judgeJson(schema, JSON.parse(text));
}

/** Throws where an answer is not as the contract describes it. `path` is below `/api`. */
export function judge(method: string, path: string, { status, headers, text }: Judged): void {
  const [mediaType = ''] = String(headers['content-type'] ?? '').split(';');
  const described = describedResponse(method, path, status);
  if (!described) {
    if (![400, 404, 405, 413, 415, 429, 503].includes(status))
      throw new Error(`${status} for an unknown path`);
    judgeBody(mediaType, errorSchema, text);
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
  if (!content) throw new Error(`${status} does not say that it can be ${mediaType || 'untyped'}`);
  judgeBody(mediaType, content.schema, text);
}
