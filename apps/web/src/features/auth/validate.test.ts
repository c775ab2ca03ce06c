import { describe, expect, it } from 'vitest';
import { validateSignIn } from './validate-sign-in.ts';
import { type SignUpValues, validateSignUp } from './validate-sign-up.ts';

describe('validateSignIn', () => {
  it('wants an address and a password', () => {
    expect(validateSignIn({ email: ' ', password: '' })).toEqual({
      email: 'Email is required',
      password: 'Password is required',
    });
    expect(validateSignIn({ email: 'nobody', password: 'x' })).toEqual({ email: 'Email is invalid' });
    expect(validateSignIn({ email: 'ada@example.com', password: 'x' })).toEqual({});
  });
});

describe('validateSignUp', () => {
  const good: SignUpValues = {
    first_name: '',
    last_name: '',
    email: 'ada@example.com',
    username: 'ada',
    password: 'long enough',
    confirmation: 'long enough',
  };

  it('lets a form in order pass', () => {
    expect(validateSignUp(good)).toEqual({});
  });

  it('says what is missing', () => {
    const empty = { ...good, email: '', username: '', password: '', confirmation: '' };
    expect(validateSignUp(empty)).toEqual({
      email: 'Email is required',
      username: 'Username is required',
      password: 'Password is required',
      confirmation: 'Please confirm your password',
    });
  });

  it('says what is too short or does not fit', () => {
    const bad = { ...good, email: 'ada@', username: 'ad', password: 'short', confirmation: 'other' };
    expect(validateSignUp(bad)).toEqual({
      email: 'Email is invalid',
      username: 'Username must be at least 3 characters',
      password: 'Password must be at least 8 characters',
      confirmation: 'Passwords do not match',
    });
  });
});
