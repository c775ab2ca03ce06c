import {
  authenticateCall,
  type Execute,
  hasLocation,
  type RestOperation,
  requireWriteScope,
  runOnce,
  type Services,
} from '@stockbook/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestContext } from '../request-context.ts';
import { readInput } from './read-input.ts';

/**
 * Serves a request with an idempotency key: executes it, or sends the stored response to an equal request. Both
 * require that the caller may execute it now, and count against the limit of the user.
 */
export async function handleIdempotent(
  services: Services,
  { name, call, hasExternalEffect, statusOf, locationOf, fieldTypes }: RestOperation,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  reply.header('cache-control', 'no-store');
  const context = requestContext(services, request, reply);
  const input = readInput(request, fieldTypes);
  const principal = await authenticateCall(context, name);
  requireWriteScope(principal);

  function responseTo(output: object) {
    const status = statusOf(output);
    const location = hasLocation(status) ? locationOf(output) : null;
    return { status, location, body: JSON.stringify(output) };
  }

  const execute: Execute = async (store) => {
    const storeOutput: typeof context.storeOutput = (tx, output) => store(tx, responseTo(output));
    return responseTo(await call({ ...context, principal, storeOutput }, input));
  };
  // The text, because an input that can be parsed may be nested too deeply to be serialized.
  const content = [name, request.params, request.bodyText];
  const repeatable = { userId: principal.user.id, key, content, hasExternalEffect };
  const { status, location, body } = await runOnce(services, repeatable, execute);
  if (location !== null) reply.header('location', `/api${location}`);
  reply.code(status).type('application/json; charset=utf-8');
  return body;
}
