import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import type { OpenAPIObject } from 'trpc-openapi';
import { describe, expect, it } from 'vitest';
import { type JsonSchema, mapSchema, mapSchemas } from './map-schemas.ts';
import { openApiDocument } from './openapi.ts';
import { toOpenApi30 } from './openapi-3.0.ts';

const empty: OpenAPIObject = { openapi: '3.1.0', info: { title: 'Test', version: '1' } };

function convert(schema: object): unknown {
  const document = { ...empty, components: { schemas: { Tested: schema } } } as OpenAPIObject;
  return toOpenApi30(document).components?.schemas?.Tested;
}

describe('toOpenApi30', () => {
  const reference = { $ref: '#/components/schemas/User' };

  it.each([
    ['a nullable type', { type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [
      'a nullable enumeration',
      { type: ['string', 'null'], enum: ['a', null] },
      { type: 'string', enum: ['a', null], nullable: true },
    ],
    [
      'a nullable alternative',
      { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }], description: 'Day' },
      { type: 'string', format: 'date', description: 'Day', nullable: true },
    ],
    [
      'a nullable reference',
      { anyOf: [reference, { type: 'null' }] },
      { allOf: [reference], nullable: true },
    ],
    [
      'a nullable union',
      { anyOf: [{ type: 'string' }, reference, { type: 'null' }] },
      {
        anyOf: [
          { type: 'string', nullable: true },
          { allOf: [reference], nullable: true },
        ],
      },
    ],
    ['a union', { anyOf: [{ type: 'string' }, reference] }, { anyOf: [{ type: 'string' }, reference] }],
    [
      'a reference with a description',
      { ...reference, description: 'x' },
      { allOf: [reference], description: 'x' },
    ],
    ['a constant', { type: 'boolean', const: true }, { type: 'boolean', enum: [true] }],
    ['examples', { type: 'string', examples: ['a', 'b'] }, { type: 'string', example: 'a' }],
    [
      'exclusive bounds',
      { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
      { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true },
    ],
    [
      'nested schemas',
      { type: 'object', properties: { type: { type: 'array', items: { type: ['integer', 'null'] } } } },
      { type: 'object', properties: { type: { type: 'array', items: { type: 'integer', nullable: true } } } },
    ],
  ])('converts %s', (_, schema, expected) => {
    expect(convert(schema)).toEqual(expected);
  });

  it.each([{ if: {} }, { type: ['string', 'number'] }, { prefixItems: [] }])(
    'throws on %o, which OpenAPI 3.0 cannot express',
    (schema) => {
      expect(() => convert(schema)).toThrow('OpenAPI 3.0 has no');
    },
  );

  it('leaves examples alone', () => {
    const example = { schema: { type: ['string', 'null'] } };
    const document = { ...empty, components: { examples: { One: { value: example } } } };
    expect(toOpenApi30(document).components?.examples).toEqual({ One: { value: example } });
  });
});

/** Ajv reads a later version of JSON Schema, in which exclusive bounds are numbers. */
function withNumericBounds({ exclusiveMinimum, exclusiveMaximum, ...schema }: JsonSchema): JsonSchema {
  return {
    ...schema,
    ...(exclusiveMinimum === true ? { exclusiveMinimum: schema.minimum } : {}),
    ...(exclusiveMaximum === true ? { exclusiveMaximum: schema.maximum } : {}),
  };
}

describe('the OpenAPI 3.0 document', () => {
  const document: OpenAPIObject = JSON.parse(JSON.stringify(toOpenApi30(openApiDocument())));
  const schemas: JsonSchema[] = [];
  mapSchemas(document, (schema) => {
    schemas.push(schema);
    return schema;
  });

  it('writes every nullable schema as `nullable: true`', () => {
    expect(document.openapi).toBe('3.0.3');
    expect(schemas.filter(({ type }) => type === 'null' || Array.isArray(type))).toEqual([]);
    expect(schemas.filter(({ nullable }) => nullable === true).length).toBeGreaterThan(20);
  });

  it('contains only examples that match their schemas, null included', () => {
    const ajv = new Ajv({ strict: false });
    addFormats.default(ajv);
    const checkable = mapSchemas(document, withNumericBounds);
    ajv.addSchema(Object(checkable), 'openapi');
    const withExample = schemas.filter(({ example }) => example !== undefined);
    expect(withExample.some(({ example }) => example === null)).toBe(true);
    for (const { example, ...schema } of withExample) {
      const absolute = JSON.stringify(mapSchema(schema, withNumericBounds)).replaceAll(
        '"#/components',
        '"openapi#/components',
      );
      expect([example, ajv.validate(JSON.parse(absolute), example)]).toEqual([example, true]);
    }
  });
});
