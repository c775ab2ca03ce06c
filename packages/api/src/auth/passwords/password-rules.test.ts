import { describe, expect, it } from 'vitest';
import { createPasswordRules, type PasswordOwner } from './password-rules.ts';

const rules = createPasswordRules({ publicHost: 'stocks.example.com', breachedPasswordsFile: null });
const owner: PasswordOwner = {
  email: 'ada.reader@example.org',
  username: 'trader77',
  firstName: 'Augusta',
  lastName: 'Lovelace',
};
const field = { name: 'password', label: 'Password' };

const check = (password: string, of = owner) => rules.assertAllowed(password, of, field);

describe('createPasswordRules', () => {
  it.each(['password', 'PASSWORD1', 'iloveyou', 'sunshine1', 'qwertyuiop'])(
    'refuses the common %s',
    async (password) => {
      await expect(check(password)).rejects.toThrow(
        'Password is one of the most common ones: choose another',
      );
    },
  );

  it.each([
    'ada.reader@example.org',
    'Ada.Reader2026',
    'trader77',
    '!!Trader77!',
    '1234augusta1234',
    'Lovelace!',
    'Stockbook1',
    'stocks.example.com',
  ])('refuses %s, which contains a name', async (password) => {
    await expect(check(password)).rejects.toThrow('Password is too easy to guess: it contains your name');
  });

  it.each(['a long and private sentence', 'augusta likes plums', '12345augusta', 'trader77 trader77'])(
    'accepts %s',
    async (password) => {
      await expect(check(password)).resolves.toBeUndefined();
    },
  );

  it('accepts any password for an owner without first and last name', async () => {
    const unnamed = { email: 'x@y.org', username: 'unnamed', firstName: null, lastName: null };
    await expect(check('plum-tree', unnamed)).resolves.toBeUndefined();
  });
});
