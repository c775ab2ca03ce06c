import { isObject } from '../json-object.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON Schema, or its dialect in OpenAPI 3.0. */
export type JsonSchema = JsonObject;

function mapValues(object: JsonObject, map: (value: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}

/** Keywords whose value is a schema, a list of schemas, or an object of schemas by name. */
const schemaKeywords = new Set(['items', 'additionalProperties', 'propertyNames', 'not']);
const listKeywords = new Set(['anyOf', 'oneOf', 'allOf']);

/** Changes a schema and those in it, the inner ones first. */
export function mapSchema(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const map = (part: unknown) => (isObject(part) ? mapSchema(part, change) : part);
  return change(
    Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => {
        if (schemaKeywords.has(keyword)) return [keyword, map(value)];
        if (listKeywords.has(keyword) && Array.isArray(value)) return [keyword, value.map(map)];
        if (keyword === 'properties' && isObject(value)) return [keyword, mapValues(value, map)];
        return [keyword, value];
      }),
    ),
  );
}

/** Changes every schema of an OpenAPI document, the inner ones first. Leaves examples alone. */
export function mapSchemas(part: unknown, change: (schema: JsonSchema) => JsonSchema): unknown {
  if (Array.isArray(part)) return part.map((entry) => mapSchemas(entry, change));
  if (!isObject(part)) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (key === 'example' || key === 'examples') return [key, value];
      const map = (schema: unknown) => (isObject(schema) ? mapSchema(schema, change) : schema);
      if (key === 'schema') return [key, map(value)];
      if (key === 'schemas' && isObject(value)) return [key, mapValues(value, map)];
      return [key, mapSchemas(value, change)];
    }),
  );
}
