import type { OpenAPIObject } from 'trpc-openapi';
import { exampleOf } from './example.ts';

type Operation = NonNullable<NonNullable<OpenAPIObject['paths']>[string]['get']>;
type Parameters = NonNullable<Operation['parameters']>;
type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** Moves description and example from a parameter's schema to the parameter, where documentation tools expect them. */
export function completeParameters(parameters: Parameters, schemas: Schemas): Parameters {
  return parameters.map((parameter) => {
    if ('$ref' in parameter || !parameter.schema || '$ref' in parameter.schema) return parameter;
    const { description = parameter.description, examples = [], ...schema } = parameter.schema;
    const example = examples[0] ?? exampleOf(schema, schemas);
    return { ...parameter, ...(description === undefined ? {} : { description }), schema, example };
  });
}
