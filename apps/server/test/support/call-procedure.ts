import type { RestOperation } from '@stockbook/api';

/** Calls the procedure of an operation by a tRPC client. Rejects like the client. */
export async function callProcedure(
  client: object,
  { name, method }: Pick<RestOperation, 'name' | 'method'>,
  input: object,
): Promise<unknown> {
  let target: unknown = client;
  for (const step of [...name.split('.'), method === 'GET' ? 'query' : 'mutate']) {
    target = Reflect.get(Object(target), step);
  }
  if (typeof target !== 'function') throw new Error(`the client has no ${name}`);
  return target(input);
}
