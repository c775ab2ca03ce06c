import { TRPCClientError } from '@trpc/client';
import { FormFailure } from '#hooks/use-form.ts';
import { describeFailure, serverCode } from '#lib/api/server-error.ts';
import type { Session, TokenPair } from '#lib/session/types.ts';

/** The password is right, and the account requires a code as well. */
export class CodeRequired extends FormFailure {}

/**
 * Authenticates the session with the tokens of a sign-in or sign-up. Rejects with a `FormFailure`; `fallback` is its
 * message if the server sent none.
 */
export async function authenticate(
  session: Session,
  call: Promise<TokenPair>,
  fallback: string,
): Promise<void> {
  try {
    const tokens = await call;
    if (!tokens?.access_token) throw new FormFailure('Invalid response from server');
    await session.login(tokens);
  } catch (error) {
    if (!(error instanceof TRPCClientError)) throw error;
    if (serverCode(error) === 'SECOND_FACTOR_REQUIRED') throw new CodeRequired(error.message);
    throw new FormFailure(...describeFailure(error, fallback));
  }
}
