import type { FieldErrors } from '#hooks/use-form.ts';
import { registerInput } from '#lib/api/schemas.ts';

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
