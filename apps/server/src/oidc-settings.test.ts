import { afterEach, describe, expect, it, vi } from 'vitest';
import { readEnv, StartError } from './env.ts';

afterEach(() => vi.unstubAllEnvs());

const complete = {
  OIDC_ISSUER: 'https://auth.example.com',
  OIDC_CLIENT_ID: 'stockbook',
  OIDC_CLIENT_SECRET: 'geheim',
  PUBLIC_URL: 'https://stocks.example.com',
};

function set(changes: Record<string, string>) {
  for (const [name, value] of Object.entries({ ...complete, ...changes })) vi.stubEnv(name, value);
}

describe('the settings of the identity provider', () => {
  it.each([
    [{}],
    [{ PUBLIC_URL: 'http://localhost:3000', OIDC_ISSUER: 'http://127.0.0.1:9000' }],
    [{ OIDC_ISSUER: 'http://[::1]:9000/realms/home', OIDC_ONLY: 'on', OIDC_SIGN_UP: 'off' }],
  ])('accepts complete settings: %j', (changes) => {
    set(changes);
    expect(readEnv().OIDC_CLIENT_SECRET).toBe('geheim');
  });

  it('allows sign-up by the provider and sign-in by passwords by default', () => {
    expect(readEnv()).toMatchObject({ OIDC_SIGN_UP: true, OIDC_ONLY: false });
  });

  it.each([
    [{ OIDC_CLIENT_SECRET: '' }, 'OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set when OIDC_ISSUER is set'],
    [{ PUBLIC_URL: '' }, 'PUBLIC_URL must be an https address, or http://localhost, when OIDC_ISSUER is set'],
    [
      { PUBLIC_URL: 'http://192.168.1.2' },
      'PUBLIC_URL must be an https address, or http://localhost, when OIDC_ISSUER is set',
    ],
    [
      { OIDC_ISSUER: 'http://auth.lan' },
      'OIDC_ISSUER must be an https address: only on this machine it may be http',
    ],
    [
      { OIDC_ISSUER: 'https://auth.example.com/.well-known/openid-configuration' },
      'OIDC_ISSUER must be the issuer alone, without /.well-known/openid-configuration',
    ],
    [{ OIDC_ISSUER: '', OIDC_ONLY: 'on' }, 'OIDC_ISSUER must be set when OIDC_ONLY is on'],
  ])('stops the start with one line when the settings are %j', (changes, message) => {
    set(changes);
    expect(readEnv).toThrow(new StartError(message));
  });
});
