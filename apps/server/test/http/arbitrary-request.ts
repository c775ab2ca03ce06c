import fc from 'fast-check';
import { document, type Operation, resolve } from '../support/contract.ts';

/** A generated request: valid, almost valid or hostile. */
export interface ArbitraryRequest {
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, with its query. */
  readonly url: string;
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly bearer: 'access' | 'personal' | 'reading' | 'garbage' | 'none';
}

/** Placeholder for an existing id or secret of the operation. */
export const existing = 'EXISTING';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const symbols = fc.constantFrom(
  'AAPL',
  'aapl',
  'MSFT',
  '^GSPC',
  'EURUSD=X',
  'NOPE',
  'US0378331005',
  'US0378331006',
);

const hostileText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'x\udc00y',
    '__proto__',
    'constructor',
    '\u202e',
    '🚀'.repeat(60),
  ),
  fc.constantFrom(
    "'; drop table stock; --",
    '../../etc/passwd',
    '<script>',
    '%00',
    '%',
    '$1',
    '*',
    '\r\nx: y',
  ),
  fc.constantFrom(
    '0000-01-01',
    '2024-02-30',
    '9999-12-31',
    '-1',
    '1e400',
    'NaN',
    '0x10',
    '99999999999',
    '١٢',
  ),
  fc.constantFrom('false', 'null', '[]', '{}', 'x'.repeat(300), 'é'.repeat(10_001)),
  fc.string({ unit: 'binary', maxLength: 30 }),
);

const deep = (depth: number) => JSON.parse(`${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`);

const hostileValue = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, false, 0, -1, 1.5, 1e308, -0, 5e-324, 2 ** 53 + 2, [], {}, [[]], { a: 1 }),
  fc.constantFrom(deep(5), deep(500), { toJSON: 1 }, { '': '' }, { 'a\0': 1 }, { a: '\ud800' }),
  fc.jsonValue(),
);

const dates = fc.constantFrom('2024-12-31', '2024-01-01', '2020-02-29', '1990-01-01');

/** Mostly values that match the schema. */
function valueFor(schemaOrRef: Schema): fc.Arbitrary<unknown> {
  const schema: Schema = resolve<Schema>(schemaOrRef as Schema & { $ref: string });
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valueFor));
  const types = [schema.type ?? []].flat();
  if (types.includes('boolean')) return fc.boolean();
  if (types.includes('integer') || types.includes('number')) {
    const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
    const min = Math.ceil(Math.max(0, minimum));
    return fc.integer({ min, max: Math.floor(Math.min(min + 500, maximum)) });
  }
  if (types.includes('null')) return fc.constant(null);
  if (schema.properties) return objectOf(schema.properties);
  if (schema.format === 'date') return dates;
  if (types.includes('object')) return fc.dictionary(fc.string(), fc.jsonValue());
  const examples = schema.examples ?? [];
  if (types.includes('array') && examples.length > 0) return fc.constantFrom(...examples);
  return examples.length > 0
    ? fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...examples) },
        { weight: 2, arbitrary: fc.constant(existing) },
        fc.string({ unit: 'grapheme' }),
      )
    : fc.oneof(fc.constant(existing), fc.string({ unit: 'grapheme', maxLength: 60 }));
}

function objectOf(properties: Readonly<Record<string, Schema>>): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const some = fc.oneof({ weight: 7, arbitrary: valueFor(schema) }, { weight: 2, arbitrary: hostileValue });
    return [name, name.includes('symbol') ? fc.oneof(symbols, some) : some] as const;
  });
  return fc.record({ ...Object.fromEntries(fields), unknown_field: hostileValue }, { requiredKeys: [] });
}

const hostileBodies = fc.constantFrom(
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '1e400',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"rules":{"__proto__":1},"name":"x"}',
  '{"rules":{"n":1e400},"name":"x"}',
  '{"name":"\\ud800"}',
  '\ufeff{"name":"x"}',
  `{"notes":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  `{"name":"x","rules":{"a":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}}}`,
  `{"email":"${'x'.repeat(70_000)}"}`,
  `{${Array.from({ length: 4_000 }, (_, index) => `"f${index}":1`).join()}}`,
);

function bodyOf({ requestBody }: Operation): fc.Arbitrary<string | undefined> {
  const { schema, example } = requestBody?.content['application/json'] ?? {};
  const none = { weight: 1, arbitrary: fc.constant(undefined) };
  const hostile = { weight: 1, arbitrary: hostileBodies };
  if (!schema) return fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, hostile);
  // Of bodies with many fields, few generated ones are valid.
  const value = fc.oneof(
    { weight: 9, arbitrary: valueFor(schema as Schema) },
    { weight: 1, arbitrary: fc.constant(example) },
  );
  return fc.oneof({ weight: 10, arbitrary: value.map((body) => JSON.stringify(body)) }, none, hostile);
}

/** A path parameter, correctly or wrongly encoded. */
const inPath = fc.oneof(
  { weight: 6, arbitrary: symbols.map(encodeURIComponent) },
  { weight: 2, arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed()) || '%20') },
  { weight: 1, arbitrary: fc.constantFrom('%', '%E0%A4%A', '%ff', '%00', '%2F', 'A%0d%0aB') },
  { weight: 1, arbitrary: fc.uuid() },
  { weight: 5, arbitrary: fc.constant(existing) },
);

const inQuery = (schema: Schema) =>
  fc
    .oneof({ weight: 3, arbitrary: valueFor(schema) }, { weight: 1, arbitrary: hostileText })
    .map((value) => encodeURIComponent(String(value).toWellFormed()));

function urlOf(path: string, { parameters = [] }: Operation): fc.Arbitrary<string> {
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema, example }) =>
      fc.option(inQuery({ ...(schema as Schema), examples: [example] }).map((value) => `${name}=${value}`)),
    );
  const params = parameters.filter((parameter) => parameter.in === 'path').map(() => inPath);
  return fc
    .tuple(fc.tuple(...params), fc.tuple(...query), fc.constantFrom('', '/'))
    .map(([values, terms, slash]) => {
      const unused = [...values];
      const filled = path.replaceAll(/\{\w+\}/g, () => unused.shift() ?? '');
      const queryString = terms.filter((term) => term !== null).join('&');
      return `${filled}${slash}${queryString === '' ? '' : `?${queryString}`}`;
    });
}

const headersOf = fc.record(
  {
    'content-type': fc.oneof(
      { weight: 12, arbitrary: fc.constant('application/json') },
      {
        weight: 1,
        arbitrary: fc.constantFrom('text/plain', 'application/xml', 'multipart/form-data', 'x', ';'),
      },
    ),
    accept: fc.constantFrom('application/json', 'text/csv', '*/*', 'text/csv;q=x', ',,;q'),
    'if-none-match': fc.constantFrom('*', 'W/"x"', '"', ''),
    'accept-encoding': fc.constantFrom('br', 'gzip', 'x;q=9'),
    'idempotency-key': fc.oneof(
      { weight: 6, arbitrary: fc.uuid() },
      { weight: 1, arbitrary: fc.constantFrom('again', '', 'a b', 'x'.repeat(300)) },
    ),
    'x-forwarded-for': fc.constantFrom('10.0.0.1', 'x', ','),
  },
  { requiredKeys: ['content-type'] },
);

/** Sign-in and sign-up hash a password, which is slow by design: generated less often. */
const slowOperations = new Set(['login', 'register']);

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    weight: slowOperations.has(operation.operationId) ? 1 : 4,
    arbitrary: fc.record({
      operation: fc.constant(operation.operationId),
      method: fc.constant(method.toUpperCase() as ArbitraryRequest['method']),
      url: urlOf(path, operation),
      body: method === 'get' ? fc.constant(undefined) : bodyOf(operation),
      headers: headersOf,
      bearer: fc.oneof(
        { weight: 12, arbitrary: fc.constant('access' as const) },
        {
          weight: 2,
          arbitrary: fc.constantFrom(
            'personal' as const,
            'reading' as const,
            'garbage' as const,
            'none' as const,
          ),
        },
      ),
    }),
  })),
);

export const operationIds = Object.values(document.paths).flatMap((methods) =>
  Object.values(methods).map(({ operationId }) => operationId),
);

/** The operations whose path has a parameter. */
export function operationsOn(parameter: string): string[] {
  return Object.entries(document.paths)
    .filter(([path]) => path.includes(`{${parameter}}`))
    .flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId));
}

/** Requests to one operation. */
export function arbitraryRequestTo(operationId: string): fc.Arbitrary<ArbitraryRequest> {
  return fc.oneof(...operations.filter((_, index) => operationIds[index] === operationId));
}

/** Requests to every operation of the OpenAPI document. */
export const arbitraryRequest: fc.Arbitrary<ArbitraryRequest> = fc.oneof(...operations);
