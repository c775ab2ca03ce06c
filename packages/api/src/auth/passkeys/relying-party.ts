import { isIP } from 'node:net';
import type { RequestContext } from '../../context.ts';

/** The site that passkeys are for, in the words of WebAuthn. */
export interface RelyingParty {
  /** A host name: passkeys of another one are not accepted. */
  readonly id: string;
  /** The only origin whose pages may use the passkeys. */
  readonly origin: string;
}

type Request = Pick<RequestContext, 'pageOrigin'> & {
  readonly services: { readonly accountPolicy: { readonly publicUrl: string | null } };
};

/**
 * The relying party of a page; null where passkeys are not possible. Browsers have them for host names over HTTPS and
 * for `localhost`; with a `PUBLIC_URL` of that kind, for its host only.
 */
export function relyingPartyOf({ pageOrigin, services: { accountPolicy } }: Request): RelyingParty | null {
  const fixed = accountPolicy.publicUrl === null ? null : usable(accountPolicy.publicUrl);
  const page = usable(pageOrigin);
  if (!fixed) return page?.id === 'localhost' ? page : null;
  return page?.id === fixed.id ? fixed : null;
}

function usable(url: string): RelyingParty | null {
  const { protocol, hostname: id, origin } = URL.parse(url) ?? {};
  if (protocol === undefined || id === undefined || origin === undefined) return null;
  const isAddress = isIP(id) > 0 || id.startsWith('[');
  const isSecure = protocol === 'https:' || id === 'localhost';
  return isSecure && !isAddress ? { id, origin } : null;
}
