import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { isObject } from '../json-object.ts';
import { type JsonSchema, mapSchemas } from './map-schemas.ts';
import { openApiDocument } from './openapi.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly {
    name: string;
    description?: string;
    example?: unknown;
    schema: JsonSchema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { example?: unknown }>> };
  readonly responses: Readonly<Record<string, { content?: Readonly<Record<string, { example?: unknown }>> }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

const document: Document = JSON.parse(JSON.stringify(openApiDocument()));
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

const schemas: JsonSchema[] = [];
mapSchemas(document, (schema) => {
  schemas.push(schema);
  return schema;
});

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(document, 'openapi');

function isValid(schema: object, value: unknown): boolean {
  const absolute = JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components');
  return ajv.validate(JSON.parse(absolute), value);
}

it('gives every parameter a description and a valid example, outside of its schema', () => {
  const parameters = operations.flatMap((operation) => operation.parameters ?? []);
  expect(parameters.length).toBeGreaterThan(30);
  for (const { name, description, example, schema } of parameters) {
    expect([name, description, example]).toEqual([name, expect.any(String), expect.anything()]);
    expect([name, isValid(schema, example)]).toEqual([name, true]);
    expect(schema).not.toHaveProperty('description');
    expect(schema).not.toHaveProperty('examples');
  }
});

it('names defaults in descriptions only: generators such as openapi-typescript require a field with the keyword', () => {
  expect(schemas.filter((schema) => 'default' in schema)).toEqual([]);
  expect(document.components.schemas.NewPortfolio?.properties).toMatchObject({
    currency: { description: expect.stringContaining('Default: `"USD"`') },
  });
});

it('begins every description with what the call does, and tells whether the call requires a token', () => {
  for (const { summary, description, security } of operations) {
    expect(description.startsWith(summary)).toBe(true);
    expect(security).toEqual(expect.any(Array));
  }
});

it('contains only examples of schemas that match them', () => {
  const withExamples = schemas.filter(({ examples }) => Array.isArray(examples));
  expect(withExamples.length).toBeGreaterThan(100);
  for (const { examples, ...schema } of withExamples) {
    for (const example of [examples].flat())
      expect([example, isValid(schema, example)]).toEqual([example, true]);
  }
});

it('offers a table as the whole body where prices are sent', () => {
  const withTable = operations.filter(({ requestBody }) => requestBody?.content['text/csv']);
  expect(withTable.map(({ operationId }) => operationId)).toEqual(['setInstrumentBars', 'addInstrumentBars']);
  expect(withTable[0]?.requestBody?.content['text/csv']?.example).toMatch(/^date,close\n/);
});

it('contains no example that was made up because a field has none', () => {
  for (const { operationId, requestBody, responses } of operations) {
    for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses)]) {
      const texts = Object.values(content).map(({ example }) => JSON.stringify(example) ?? '');
      expect([operationId, texts.filter((text) => /"text"(?!:)|\b1\.5\b|"Done"/.test(text))]).toEqual([
        operationId,
        [],
      ]);
    }
  }
});

it('lists prices and date ranges in order in its examples', () => {
  const [bar] = [document.components.schemas.Bar?.examples].flat();
  expect(bar).toMatchObject({ open: expect.any(Number) });
  const { open, high, low, close } = bar as Record<string, number>;
  expect([low, high]).toEqual([
    Math.min(Number(open), Number(close), Number(low)),
    Math.max(Number(open), Number(close), Number(high)),
  ]);
  const dates = operations
    .flatMap(({ parameters = [] }) => parameters.filter(({ name }) => /^(start|end)_date$/.test(name)))
    .map(({ name, example }) => [name, String(example)] as const);
  const [start, end] = [Object.fromEntries(dates).start_date, Object.fromEntries(dates).end_date];
  expect(String(start) < String(end)).toBe(true);
});

it('bounds every whole number by what it counts', () => {
  const unbounded = schemas.filter(
    ({ type, minimum, maximum }) =>
      [type].flat().includes('integer') &&
      !(Number(minimum) > Number.MIN_SAFE_INTEGER && Number(maximum) < Number.MAX_SAFE_INTEGER),
  );
  expect(unbounded).toEqual([]);
});

it('writes nullable schemas as a list of types, apart from unions and references', () => {
  const alternatives = schemas.flatMap(({ anyOf }) => (Array.isArray(anyOf) ? [anyOf] : []));
  const nullable = alternatives.filter((list) => list.some((part) => isObject(part) && part.type === 'null'));
  expect(nullable.length).toBeGreaterThan(0);
  for (const list of nullable) {
    expect(list.length > 2 || list.some((part) => isObject(part) && '$ref' in part)).toBe(true);
  }
  expect(schemas.filter(({ type }) => Array.isArray(type) && type.includes('null')).length).toBeGreaterThan(
    20,
  );
});

it('does not promise that responses never get more fields', () => {
  expect(schemas.filter(({ additionalProperties }) => additionalProperties === false)).toEqual([]);
});
