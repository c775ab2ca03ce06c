import type { FieldErrors } from '#hooks/use-form.ts';
import { registerInput } from '#lib/api/schemas.ts';

export interface SignInValues {
  email: string;
  password: string;
  /** Of the authenticator app, or a recovery code; empty unless the server has asked for it. */
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

export interface SignUpValues {
  first_name: string;
  last_name: string;
  email: string;
  username: string;
  password: string;
  confirmation: string;
}

function confirmationError({ password, confirmation }: SignUpValues): string | null {
  if (confirmation === '') return 'Please confirm your password';
  return confirmation === password ? null : 'Passwords do not match';
}

/** Applies the server's schema, and checks the password confirmation, which the server does not receive. */
export function validateSignUp(values: SignUpValues): FieldErrors<SignUpValues> {
  const errors: FieldErrors<SignUpValues> = {};
  for (const { path, message } of registerInput.safeParse(values).error?.issues ?? []) {
    const field = path[0];
    if (typeof field === 'string' && field in values) errors[field as keyof SignUpValues] ??= message;
  }
  const confirmation = confirmationError(values);
  if (confirmation) errors.confirmation = confirmation;
  return errors;
}
