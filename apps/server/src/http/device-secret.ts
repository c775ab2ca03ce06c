import type { RequestContext } from '@stockbook/api';
import type { FastifyReply, FastifyRequest } from 'fastify';

const cookieName = 'stockbook_device';

/** 90 days. The server forgets the device after the same time. */
const maxAgeS = 7_776_000;

/** The secret of the client's device, in a cookie: no script of a page can read it, and it survives a sign-out. */
export function deviceSecret(
  { headers, protocol }: FastifyRequest,
  reply: FastifyReply,
): RequestContext['device'] {
  const [, value = null] = headers.cookie?.match(/(?:^|; *)stockbook_device=([\w-]{43})(?:;|$)/) ?? [];
  return {
    value,
    store(secret) {
      const secure = protocol === 'https' ? '; Secure' : '';
      reply.header(
        'set-cookie',
        `${cookieName}=${secret}; Max-Age=${maxAgeS}; Path=/; HttpOnly; SameSite=Strict${secure}`,
      );
    },
  };
}
