import type { OpenAPIObject } from 'trpc-openapi';
import { isObject } from '../json-object.ts';
import { type JsonSchema, mapSchemas } from './map-schemas.ts';

/** Keywords that OpenAPI 3.0 has with the same meaning. */
const sharedKeywords = new Set([
  ...['type', 'format', 'enum', 'default', 'title', 'description', 'deprecated', 'readOnly', 'writeOnly'],
  ...['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  ...['items', 'minItems', 'maxItems', 'uniqueItems', 'minLength', 'maxLength', 'pattern'],
  ...['minimum', 'maximum', 'multipleOf', 'anyOf', 'oneOf', 'allOf', 'not', 'example', '$ref'],
]);

/** Converts keywords that OpenAPI 3.0 lacks, except those of nullable schemas. */
function convertKeyword(keyword: string, value: unknown): [string, unknown][] {
  if (sharedKeywords.has(keyword)) return [[keyword, value]];
  switch (keyword) {
    case 'const':
      return [['enum', [value]]];
    case 'examples':
      return Array.isArray(value) && value.length > 0 ? [['example', value[0]]] : [];
    case 'exclusiveMinimum':
      return Object.entries({ minimum: value, exclusiveMinimum: true });
    case 'exclusiveMaximum':
      return Object.entries({ maximum: value, exclusiveMaximum: true });
    // The constraint on names is lost: OpenAPI 3.0 cannot express it.
    case 'propertyNames':
      return [];
    default:
      throw new Error(`OpenAPI 3.0 has no keyword for ${keyword}`);
  }
}

/**
 * In OpenAPI 3.0, `nullable` allows null only beside a `type`: each inline alternative gets it, a reference is
 * wrapped.
 */
function makeNullable(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  return '$ref' in schema ? { nullable: true, allOf: [schema] } : { ...schema, nullable: true };
}

function convertAlternatives({ anyOf, ...rest }: JsonSchema): JsonSchema {
  if (!Array.isArray(anyOf)) return rest;
  const alternatives = anyOf.filter((alternative) => !isObject(alternative) || alternative.type !== 'null');
  if (alternatives.length === anyOf.length) return { ...rest, anyOf };
  const [only, ...others] = alternatives.map(makeNullable);
  return others.length === 0 && isObject(only) ? { ...only, ...rest } : { ...rest, anyOf: [only, ...others] };
}

function convertTypes({ type, ...rest }: JsonSchema): JsonSchema {
  if (!Array.isArray(type)) return type === undefined ? rest : { type, ...rest };
  const [only, ...others] = type.filter((name) => name !== 'null');
  if (others.length > 0) throw new Error(`OpenAPI 3.0 has no schema of several types: ${type.join(', ')}`);
  return { type: only, ...rest, ...(type.includes('null') ? { nullable: true } : {}) };
}

/** In OpenAPI 3.0, keywords beside `$ref` are ignored. */
function convertReference({ $ref, ...rest }: JsonSchema): JsonSchema {
  if ($ref === undefined) return rest;
  return Object.keys(rest).length === 0 ? { $ref } : { allOf: [{ $ref }], ...rest };
}

function convertSchema(schema: JsonSchema): JsonSchema {
  const { nullable, ...rest } = convertTypes(convertAlternatives(schema));
  const converted = Object.fromEntries(
    Object.entries(rest).flatMap(([keyword, value]) => convertKeyword(keyword, value)),
  );
  return { ...convertReference(converted), ...(nullable === undefined ? {} : { nullable }) };
}

/**
 * Converts an OpenAPI 3.1 document to 3.0, for generators that do not support 3.1.
 * @throws if a schema has a keyword that OpenAPI 3.0 cannot express
 */
export function toOpenApi30(document: OpenAPIObject): OpenAPIObject {
  return { ...(mapSchemas(document, convertSchema) as OpenAPIObject), openapi: '3.0.3' };
}
