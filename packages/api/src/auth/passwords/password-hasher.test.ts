import { describe, expect, it } from 'vitest';
import { createPasswordHasher, decoyHash } from './password-hasher.ts';

const passwords = createPasswordHasher();

describe('a password hash', () => {
  it('is Argon2id with OWASP’s parameters, and proves its password alone', async () => {
    const hash = await passwords.hash('a long and private sentence');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify(hash, 'a long and private sentence')).toBe(true);
    expect(await passwords.verify(hash, 'a long and private sentence ')).toBe(false);
  });

  it('is the same work where there is no account, and never right', async () => {
    const parameters = (hash: string) => hash.split('$').slice(0, 4);
    const hash = await passwords.hash('x');
    expect(parameters(decoyHash)).toEqual(parameters(hash));
    expect(decoyHash).toHaveLength(hash.length);
    expect(await passwords.verify(null, 'x')).toBe(false);
  });
});
