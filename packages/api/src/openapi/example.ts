import type { OpenAPIObject } from 'trpc-openapi';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Schema = Schemas[string];

const examplesByType: Readonly<Record<string, unknown>> = {
  string: 'text',
  integer: 1,
  number: 1.5,
  boolean: true,
  null: null,
};

/** Returns the example of a schema; without one, composes it from the examples of its parts. */
export function exampleOf(schema: Schema | undefined, schemas: Schemas): unknown {
  if (!schema) return {};
  if ('$ref' in schema) return exampleOf(schemas[schema.$ref.split('/').at(-1) ?? ''], schemas);
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [alternative] = schema.anyOf ?? schema.oneOf ?? [];
  if (alternative) return exampleOf(alternative, schemas);
  const [type = 'object'] = [schema.type ?? []].flat();
  if (type === 'array') return [exampleOf(schema.items, schemas)];
  if (type !== 'object') return examplesByType[type];
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => [name, exampleOf(property, schemas)]),
  );
}
