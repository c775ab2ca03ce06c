import type { FastifyReply, FastifyRequest } from 'fastify';

/** As long as a person may take at the provider. */
const flowMaxAgeS = 600;
/** As long as the code of the callback is good. */
const browserMaxAgeS = 60;

/** No other path needs them. */
const path = '/api/auth/oidc';

/** Readable by the callback, to which the provider's site leads. */
const flowName = 'stockbook_oidc';
/** Readable by the page that exchanges the code; never sent with a request of another site. */
const browserName = 'stockbook_oidc_browser';

function read({ headers }: FastifyRequest, name: string): string | null {
  const [, value = null] = headers.cookie?.match(`(?:^|; *)${name}=([\\w.-]{1,2000})(?:;|$)`) ?? [];
  return value;
}

function store(reply: FastifyReply, pair: string, maxAgeS: number, attributes: string): void {
  reply.header('set-cookie', `${pair}; Max-Age=${maxAgeS}; Path=${path}; HttpOnly; ${attributes}`);
}

/** The cookies of a sign-in at the identity provider. */
export const oidcCookies = {
  readFlow: (request: FastifyRequest) => read(request, flowName),
  readBrowser: (request: FastifyRequest) => read(request, browserName),
  /** @param publicUrl decides about `Secure`: behind a proxy, the request itself may be plain HTTP */
  storeFlow(reply: FastifyReply, flow: string, publicUrl: string | null): void {
    const secure = publicUrl?.startsWith('https:') ? '; Secure' : '';
    store(reply, `${flowName}=${flow}`, flowMaxAgeS, `SameSite=Lax${secure}`);
  },
  deleteFlow: (reply: FastifyReply) => store(reply, `${flowName}=`, 0, 'SameSite=Lax'),
  /** Browsers also store a `Secure` cookie of `localhost` over plain HTTP. */
  storeBrowser: (reply: FastifyReply, secret: string) =>
    store(reply, `${browserName}=${secret}`, browserMaxAgeS, 'SameSite=Strict; Secure'),
  deleteBrowser: (reply: FastifyReply) => store(reply, `${browserName}=`, 0, 'SameSite=Strict; Secure'),
};
