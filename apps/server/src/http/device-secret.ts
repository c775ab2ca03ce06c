import type { RequestContext } from '@stockbook/api';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** 90 days. The server forgets the device after the same time. */
const maxAgeS = 7_776_000;

/** Without and with TLS. Browsers accept a name that begins with `__Host-` only over HTTPS, and from no other host. */
const plainCookie = { name: 'stockbook_device', attributes: '' };
const secureCookie = { name: '__Host-stockbook_device', attributes: '; Secure' };

/** The secret of the client's device, in a cookie: no script of a page can read it, and it survives a sign-out. */
export function deviceSecret(
  { headers, protocol }: FastifyRequest,
  reply: FastifyReply,
): RequestContext['device'] {
  const { name, attributes } = protocol === 'https' ? secureCookie : plainCookie;
  const [, value = null] = headers.cookie?.match(`(?:^|; *)${name}=([\\w-]{43})(?:;|$)`) ?? [];
  return {
    value,
    store(secret) {
      reply.header(
        'set-cookie',
        `${name}=${secret}; Max-Age=${maxAgeS}; Path=/; HttpOnly; SameSite=Strict${attributes}`,
      );
    },
  };
}
