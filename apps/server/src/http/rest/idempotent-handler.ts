import { hasLocation, type RestOperation, runOnce, type Services } from '@stockbook/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestContext } from '../request-context.ts';
import { readInput } from './read-input.ts';

/**
 * Serves a request with an idempotency key: executes it, or sends the stored response to an equal request. Without a token
 * that may write, the procedure rejects the request.
 */
export async function handleIdempotent(
  services: Services,
  { name, call, statusOf, locationOf, fieldTypes }: RestOperation,
  key: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  reply.header('cache-control', 'no-store');
  const context = requestContext(services, request, reply);
  const input = readInput(request, fieldTypes);

  async function execute() {
    const output = await call(context, input);
    const status = statusOf(output);
    const location = hasLocation(status) ? locationOf(output) : null;
    return { status, location, body: JSON.stringify(output) };
  }

  // The text, because an input that can be parsed may be nested too deeply to be serialized.
  const content = [name, request.params, request.bodyText];
  const principal =
    context.bearer === null ? null : await services.sessions.validate(context.bearer, context.address);
  if (principal) context.onAuthenticated(principal.user.id, principal.credential.kind);
  const { status, location, body } =
    principal?.credential.scope === 'write'
      ? await runOnce(services, { userId: principal.user.id, key, content }, execute)
      : await execute();
  if (location !== null) reply.header('location', `/api${location}`);
  reply.code(status).type('application/json; charset=utf-8');
  return body;
}
