import { isObject } from '../json-object.ts';
import type { JsonSchema } from './map-schemas.ts';

function isNull(schema: unknown): boolean {
  return isObject(schema) && schema.type === 'null';
}

/**
 * Writes a nullable schema as `type: [T, 'null']`; Zod writes most of them as `anyOf`. A union or a reference has no
 * single type: it keeps `null` as an alternative.
 */
function mergeNull({ anyOf, ...rest }: JsonSchema): JsonSchema {
  if (!Array.isArray(anyOf)) return rest;
  const [first, ...others] = anyOf.filter((alternative) => !isNull(alternative));
  const isNullable = others.length + 1 < anyOf.length;
  if (!isNullable || others.length > 0 || !isObject(first)) return { anyOf, ...rest };
  if (Array.isArray(first.anyOf)) return { ...first, ...rest, anyOf: [...first.anyOf, { type: 'null' }] };
  if (typeof first.type !== 'string') return { anyOf, ...rest };
  const values = Array.isArray(first.enum) ? { enum: [...first.enum, null] } : {};
  return { ...first, ...rest, type: [first.type, 'null'], ...values };
}

/** Names the default in the description: generators such as openapi-typescript require a field that has the keyword. */
function describeDefault({ default: value, ...schema }: JsonSchema): JsonSchema {
  if (value === undefined) return schema;
  const text = `Default: \`${JSON.stringify(value)}\``;
  const { description } = schema;
  return { ...schema, description: typeof description === 'string' ? `${description}. ${text}` : text };
}

/**
 * Tidies a schema that Zod wrote. Removes `default`, `additionalProperties: false`, because a later version may add
 * fields to a response, and `propertyNames` without a constraint.
 */
export function tidySchema(schema: JsonSchema): JsonSchema {
  const { additionalProperties, propertyNames, ...merged } = describeDefault(mergeNull(schema));
  return {
    ...merged,
    ...(additionalProperties === undefined || additionalProperties === false ? {} : { additionalProperties }),
    ...(isObject(propertyNames) && Object.keys(propertyNames).some((keyword) => keyword !== 'type')
      ? { propertyNames }
      : {}),
  };
}
