import type { FieldErrors } from '#hooks/use-form.ts';

export interface SignInValues {
  email: string;
  password: string;
  /** From the authenticator app, or a recovery code; empty unless the server has asked for it. */
  code: string;
}

/** A rough check; the server validates the address. */
const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Without zod, which would make the sign-in page, the most common entry page, a third larger. */
export function validateSignIn(
  { email, password, code }: SignInValues,
  needsCode = false,
): FieldErrors<SignInValues> {
  const errors: FieldErrors<SignInValues> = {};
  if (email.trim() === '') errors.email = 'Email is required';
  else if (!emailPattern.test(email.trim())) errors.email = 'Email is invalid';
  if (password.trim() === '') errors.password = 'Password is required';
  if (needsCode && code.trim() === '') errors.code = 'Code is required';
  return errors;
}
