import { z } from 'zod';
import { JsonStream } from './json-stream.ts';

const jsonStream = z.custom<JsonStream>((value) => value instanceof JsonStream);

function notValidated(): never {
  throw new Error('A streamed output is not validated');
}

/**
 * The output schema of a procedure that returns a `JsonStream`. `schema` is used only by the OpenAPI document and the
 * types of clients: tRPC validates outputs by `parseAsync`, which here only checks the class.
 */
export function streamed<Value>(schema: z.ZodType<Value>) {
  const output = z.codec(jsonStream, schema, { decode: notValidated, encode: notValidated });
  return Object.assign(output, { parseAsync: (value: unknown) => jsonStream.parseAsync(value) });
}
