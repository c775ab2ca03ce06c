import { restOperations } from '@stockbook/api';
import { document, type Operation, resolve } from '../support/contract.ts';
import type { Call } from './send.ts';

/** The fields of a call; path parameters, query and body together, as for tRPC. */
export type Input = Readonly<Record<string, unknown>>;

/** A call with a large input. */
export interface Shape {
  /** Names the large part. */
  readonly name: string;
  readonly call: Call;
  /** Requests of the rate limit that it counts as. */
  readonly weight: number;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly anyOf?: readonly Schema[];
}

/** The input that an operation accepts, and its own expensive inputs. */
export interface Known {
  readonly values?: Input;
  /** By what they try; each changes the first call. */
  readonly variants?: Readonly<Record<string, Input>>;
}

/** A published operation with the schemas of its fields. */
export interface Target {
  readonly id: string;
  readonly method: string;
  /** With the names of its parameters in braces. */
  readonly path: string;
  readonly fields: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
  readonly hasBody: boolean;
  /** The procedure's name. */
  readonly procedure: string;
  readonly maxBodyBytes: number;
  /** Requests of the rate limit that a call counts as. */
  readonly weight: number;
}

const usualBodyBytes = 64 * 1024;

/** Node.js refuses more than 16 KiB of a request's line and headers. */
const maxQueryLength = 14_000;

/** Calls of a tRPC request. */
const maxBatch = 20;

function targetOf(
  path: string,
  method: string,
  { operationId, parameters = [], requestBody }: Operation,
): Target {
  const operation = restOperations().find((candidate) => candidate.operationId === operationId);
  if (!operation) throw new Error(`There is no procedure ${operationId}`);
  const schema = requestBody?.content['application/json']?.schema;
  const body = schema === undefined ? {} : resolve<Schema>(schema as Schema & { $ref: string });
  const inUrl = parameters.filter((parameter) => parameter.in === 'path' || parameter.in === 'query');
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    fields: {
      ...Object.fromEntries(inUrl.map((parameter) => [parameter.name, parameter.schema as Schema])),
      ...body.properties,
    },
    required: [
      ...inUrl.filter((parameter) => parameter.required).map(({ name }) => name),
      ...(body.required ?? []),
    ],
    hasBody: schema !== undefined,
    procedure: operation.name,
    maxBodyBytes: operation.maxBodyBytes ?? usualBodyBytes,
    weight: operation.weight,
  };
}

/** The operations of the published document. */
export const targets: readonly Target[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => targetOf(path, method, operation)),
);

/** Filling texts and numbers: `large` and `small` are the bounds. */
interface Filling {
  readonly character: string;
  readonly numbers: 'large' | 'small';
}

/** The largest value of a schema. @param known values of fields that must exist, by name */
function largest(name: string, schemaOrRef: Schema, known: Input, filling: Filling): unknown {
  if (name in known) return known[name];
  const schema = resolve<Schema>(schemaOrRef as Schema & { $ref: string });
  if (schema.enum) return filling.numbers === 'large' ? schema.enum.at(-1) : schema.enum[0];
  const types = [schema.type ?? []].flat();
  if (types.includes('boolean')) return filling.numbers === 'large';
  if (types.includes('integer') || types.includes('number')) {
    const { minimum = 0, maximum = 1_000 } = schema;
    return filling.numbers === 'large' ? (schema.exclusiveMaximum ?? maximum) : minimum;
  }
  if (schema.format === 'date') return filling.numbers === 'large' ? '9999-12-31' : '0001-01-01';
  if (types.includes('array') && schema.items && schema.maxItems !== undefined) {
    return Array.from({ length: schema.maxItems }, () => largest(name, schema.items ?? {}, known, filling));
  }
  if (schema.properties) return largestFields(schema.properties, known, filling);
  if (types.includes('string') && schema.maxLength !== undefined) {
    // Names are unique.
    return `{{number}}${filling.character.repeat(schema.maxLength - 7)}`;
  }
  throw new Error(`The attack has no input for ${name}: add a value to known-inputs.ts`);
}

function largestFields(fields: Readonly<Record<string, Schema>>, known: Input, filling: Filling): Input {
  return Object.fromEntries(
    Object.entries(fields)
      .map(([name, schema]) => [name, largest(name, schema, known, filling)])
      .filter(([, value]) => value !== undefined),
  );
}

export const mapValues = <Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

/** For a URL, except for placeholders. */
export const encode = (value: unknown) =>
  encodeURIComponent(String(value)).replaceAll('%7B%7B', '{{').replaceAll('%7D%7D', '}}');

/** A number whose text is a placeholder is written without quotes. */
export const json = (value: unknown) => JSON.stringify(value).replaceAll(/"#(\{\{\w+\}\})"/g, '$1');

/** The call over REST. */
function restCall({ method, path, hasBody }: Target, input: Input): Call {
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  const others = Object.entries(input).filter(([name]) => !inPath.has(name));
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encode(input[name]));
  const query = others.flatMap(([name, value]) => [value].flat().map((entry) => `${name}=${encode(entry)}`));
  return {
    method,
    path: `/api${url}${hasBody || query.length === 0 ? '' : `?${query.join('&')}`}`,
    ...(hasBody ? { body: json(Object.fromEntries(others)) } : {}),
  };
}

/** As many equal calls in one tRPC request as are accepted; null if not even two fit. */
function batchCall({ method, procedure, maxBodyBytes, weight }: Target, input: Input): Shape | null {
  const isQuery = method === 'GET';
  const one = json(input);
  const length = isQuery ? encode(one).length + procedure.length : one.length;
  const limit = isQuery ? maxQueryLength : Math.min(maxBodyBytes, usualBodyBytes);
  const count = Math.min(maxBatch, Math.floor(limit / (length + 10)));
  if (count < 2) return null;
  const calls = Array.from({ length: count }, () => procedure).join();
  const inputs = `{${Array.from({ length: count }, (_, index) => `"${index}":${one}`).join()}}`;
  return {
    name: `tRPC batch of ${count}`,
    weight: count * weight,
    call: isQuery
      ? { method, path: `/trpc/${calls}?batch=1&input=${encode(inputs)}` }
      : { method: 'POST', path: `/trpc/${calls}?batch=1`, body: inputs },
  };
}

/** One of each kind of handler: what the operation does not know is read before it is called. */
const representatives = new Set(['getBars', 'listSignals', 'updateStock', 'createStrategy', 'importStocks']);

/** Bodies, queries and headers at their limits, of fields that the operation does not know. */
function envelopes(target: Target, valid: Call): Shape[] {
  const { method, maxBodyBytes, fields } = target;
  const list = (entry: string) => entry.repeat(Math.floor(maxQueryLength / entry.length));
  const shape = (name: string, change: Partial<Call>): Shape => ({
    name,
    weight: target.weight,
    call: { ...valid, ...change },
  });
  const bodies = {
    'body of one text': `{"x":"${'x'.repeat(maxBodyBytes - 8)}"}`,
    'body of many fields': `{${Array.from({ length: Math.floor(maxBodyBytes / 12) }, (_, index) => `"f${index}":1`).join()}}`,
    'body of nested lists': `{"x":${'['.repeat(maxBodyBytes / 2 - 5)}${']'.repeat(maxBodyBytes / 2 - 5)}}`,
  };
  const path = valid.path.includes('?') ? `${valid.path}&` : `${valid.path}?`;
  return [
    shape('list of entity tags', { headers: { 'if-none-match': list('W/"x",') } }),
    shape('list of media types', { headers: { accept: list('text/csv;q=0.1,') } }),
    shape('list of encodings', { headers: { 'accept-encoding': list('x;q=0.1,') } }),
    shape('list of addresses', { headers: { 'x-forwarded-for': list('::1, '), cookie: list('a=b; ') } }),
    ...(method === 'POST'
      ? [shape('new idempotency key', { headers: { 'idempotency-key': '{{number}}'.padEnd(258, 'x') } })]
      : []),
    ...(target.hasBody ? Object.entries(bodies).map(([name, body]) => shape(name, { body })) : []),
    ...(method === 'GET'
      ? [
          shape('query of commas', { path: `${path}${Object.keys(fields).at(-1) ?? 'x'}=${list(',')}` }),
          shape('query of many fields', { path: `${path}${list('a=b&')}` }),
        ]
      : []),
    ...(target.path.includes('{')
      ? [shape('long path', { path: `/api${target.path.replaceAll(/\{\w+\}/g, '%F0%9F%9A%80'.repeat(40))}` })]
      : []),
  ];
}

/**
 * The largest calls of an operation. The first one is valid, and must succeed.
 * @param usual values of fields that must exist, for all operations
 */
export function shapesOf(target: Target, usual: Input, { values = {}, variants = {} }: Known = {}): Shape[] {
  const { fields, required } = target;
  const rest = (name: string, input: Input): Shape => ({
    name,
    weight: target.weight,
    call: restCall(target, input),
  });
  const full = (filling: Filling) => largestFields(fields, { ...usual, ...values }, filling);
  const first = full({ character: '🚀', numbers: 'large' });
  const onlyRequired = Object.fromEntries(
    Object.entries(first).filter(([name]) => required.includes(name) || name in values),
  );
  const base = target.hasBody ? first : onlyRequired;
  const isPaged = 'offset' in fields;
  const batch = batchCall(target, base);
  return [
    rest(target.hasBody ? 'largest values' : 'whole', base),
    ...(target.hasBody || Object.keys(fields).length === required.length
      ? []
      : [rest('all parameters', first)]),
    ...(isPaged
      ? [
          rest('pages of another size each', { ...base, limit: '{{limit}}' }),
          rest('last page', { ...base, limit: 1_000, offset: 100_000_000 }),
        ]
      : []),
    ...('start_date' in fields ? [rest('from another day each', { ...base, start_date: '{{day}}' })] : []),
    rest('ASCII, smallest numbers', full({ character: 'x', numbers: 'small' })),
    ...Object.entries(variants).map(([name, change]) => rest(name, { ...base, ...change })),
    ...(batch ? [batch] : []),
    ...(representatives.has(target.id) ? envelopes(target, restCall(target, base)) : []),
  ];
}
