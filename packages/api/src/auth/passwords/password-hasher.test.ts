import { describe, expect, it } from 'vitest';
import { createPasswordHasher, decoyHash, operatorTurn } from './password-hasher.ts';

const passwords = createPasswordHasher();

describe('createPasswordHasher', () => {
  it('hashes with Argon2id and OWASP’s parameters, and verifies only the same password', async () => {
    const hash = await passwords.hash('a long and private sentence', operatorTurn);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.verify(hash, 'a long and private sentence', operatorTurn)).toBe(true);
    expect(await passwords.verify(hash, 'a long and private sentence ', operatorTurn)).toBe(false);
  });

  it('verifies a decoy hash of equal cost and returns false when the account does not exist', async () => {
    const parameters = (hash: string) => hash.split('$').slice(0, 4);
    const hash = await passwords.hash('x', operatorTurn);
    expect(parameters(decoyHash)).toEqual(parameters(hash));
    expect(decoyHash).toHaveLength(hash.length);
    expect(await passwords.verify(null, 'x', operatorTurn)).toBe(false);
  });
});
