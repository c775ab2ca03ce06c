import { z } from 'zod';
import { JsonStream } from './json-stream.ts';

const jsonStream = z.custom<JsonStream>((value) => value instanceof JsonStream);

function notValidated(): never {
  throw new Error('A streamed output is not validated');
}

/**
 * The output of a procedure that returns a stream of JSON text. The schema is for the OpenAPI document and for the types
 * of clients: tRPC validates an output by `parseAsync`, which only checks here that it is a stream.
 */
export function streamed<Value>(schema: z.ZodType<Value>) {
  const output = z.codec(jsonStream, schema, { decode: notValidated, encode: notValidated });
  return Object.assign(output, { parseAsync: (value: unknown) => jsonStream.parseAsync(value) });
}
