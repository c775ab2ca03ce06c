import type { FieldErrors } from '../../hooks/use-form.ts';

export interface SignInValues {
  email: string;
  password: string;
}

/** Like an address is enough here: the server judges more closely. */
const addressLike = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** By hand, because the schemas would make the page that everyone loads first a third heavier. */
export function validateSignIn({ email, password }: SignInValues): FieldErrors<SignInValues> {
  const errors: FieldErrors<SignInValues> = {};
  if (email.trim() === '') errors.email = 'Email is required';
  else if (!addressLike.test(email.trim())) errors.email = 'Email is invalid';
  if (password.trim() === '') errors.password = 'Password is required';
  return errors;
}
