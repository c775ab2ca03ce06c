interface OidcSettings {
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID?: string | undefined;
  readonly OIDC_CLIENT_SECRET?: string | undefined;
  readonly OIDC_ONLY: boolean;
  readonly PUBLIC_URL?: string | undefined;
}

function isPlainHttpBeyond(url: string, isAllowed: (hostname: string) => boolean): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !isAllowed(hostname);
}

const isLocalhost = (hostname: string) => hostname === 'localhost';
const isLoopback = (hostname: string) =>
  isLocalhost(hostname) || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);

/** Why sign-in by an identity provider cannot work with these settings, in one line; null if it can, or is off. */
export function problemOfOidc(env: OidcSettings): string | null {
  const { OIDC_ISSUER: issuer, PUBLIC_URL: publicUrl } = env;
  if (issuer === undefined) return env.OIDC_ONLY ? 'OIDC_ISSUER must be set when OIDC_ONLY is on' : null;
  if (env.OIDC_CLIENT_ID === undefined || env.OIDC_CLIENT_SECRET === undefined) {
    return 'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set when OIDC_ISSUER is set';
  }
  if (publicUrl === undefined || isPlainHttpBeyond(publicUrl, isLocalhost)) {
    return 'PUBLIC_URL must be an https address, or http://localhost, when OIDC_ISSUER is set';
  }
  if (isPlainHttpBeyond(issuer, isLoopback)) {
    return 'OIDC_ISSUER must be an https address: only on this machine it may be http';
  }
  const { search, hash, pathname } = new URL(issuer);
  if (search !== '' || hash !== '' || pathname.includes('/.well-known/')) {
    return 'OIDC_ISSUER must be the issuer alone, without /.well-known/openid-configuration';
  }
  return null;
}
