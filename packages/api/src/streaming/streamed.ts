import { z } from 'zod';
import { OutputStream } from './output-stream.ts';

const outputStream = z.custom<OutputStream>((value) => value instanceof OutputStream);

function notValidated(): never {
  throw new Error('A streamed output is not validated');
}

/**
 * The output schema of a procedure that returns a `OutputStream`. `schema` is used only by the OpenAPI document and the
 * types of clients: tRPC validates outputs by `parseAsync`, which here only checks the class.
 */
export function streamed<Value>(schema: z.ZodType<Value>) {
  const output = z.codec(outputStream, schema, { decode: notValidated, encode: notValidated });
  return Object.assign(output, { parseAsync: (value: unknown) => outputStream.parseAsync(value) });
}
