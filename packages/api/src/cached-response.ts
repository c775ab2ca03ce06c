import { z } from 'zod';

/** Stands for an output that was not produced: the transport sends 304 or the stored bytes. */
export class CachedResponse {}

function notConverted(): never {
  throw new Error('The output is not converted');
}

/**
 * The output schema of a procedure that returns thousands of rows of the program's own tables: validating each would
 * take as long as reading it. Clients and the OpenAPI document see only `schema`.
 */
export function ownRows<Schema extends z.ZodType>(schema: Schema) {
  const output = z.codec(z.custom<z.input<Schema>>(), schema, { decode: notConverted, encode: notConverted });
  return Object.assign(output, { parseAsync: async (value: unknown) => value });
}

/** The output schema of a procedure that calls `ctx.cached`. Clients and the OpenAPI document see only `schema`. */
export function cacheable<Schema extends z.ZodType>(schema: Schema) {
  const input = z.custom<z.input<Schema> | CachedResponse>();
  const output = z.codec(input, schema, { decode: notConverted, encode: notConverted });
  return Object.assign(output, {
    parseAsync: async (value: unknown) =>
      value instanceof CachedResponse ? value : await schema.parseAsync(value),
  });
}
