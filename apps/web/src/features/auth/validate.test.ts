import { describe, expect, it } from 'vitest';
import { validateSignIn } from './validate-sign-in.ts';
import { type SignUpValues, validateSignUp } from './validate-sign-up.ts';

describe('validateSignIn', () => {
  it('requires a valid email and a password', () => {
    expect(validateSignIn({ email: ' ', password: '', code: '' })).toEqual({
      email: 'Email is required',
      password: 'Password is required',
    });
    expect(validateSignIn({ email: 'ada', password: 'x', code: '' })).toEqual({ email: 'Email is invalid' });
    expect(validateSignIn({ email: 'ada@example.com', password: 'x', code: '' })).toEqual({});
  });

  it('requires a code only if the server has asked for it', () => {
    const values = { email: 'ada@example.com', password: 'x', code: ' ' };
    expect(validateSignIn(values, true)).toEqual({ code: 'Code is required' });
    expect(validateSignIn({ ...values, code: '123456' }, true)).toEqual({});
  });
});

describe('validateSignUp', () => {
  const valid: SignUpValues = {
    first_name: '',
    last_name: '',
    email: 'ada@example.com',
    username: 'ada',
    password: 'long enough',
    confirmation: 'long enough',
  };

  it('accepts valid values', () => {
    expect(validateSignUp(valid)).toEqual({});
  });

  it('reports missing fields', () => {
    const empty = { ...valid, email: '', username: '', password: '', confirmation: '' };
    expect(validateSignUp(empty)).toEqual({
      email: 'Email is required',
      username: 'Username is required',
      password: 'Password is required',
      confirmation: 'Please confirm your password',
    });
  });

  it('reports invalid fields', () => {
    const invalid = { ...valid, email: 'ada@', username: 'ad', password: 'short', confirmation: 'other' };
    expect(validateSignUp(invalid)).toEqual({
      email: 'Email is invalid',
      username: 'Username must be at least 3 characters',
      password: 'Password must be at least 8 characters',
      confirmation: 'Passwords do not match',
    });
  });
});
