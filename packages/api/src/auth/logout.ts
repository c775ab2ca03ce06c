import type { UserContext } from '../context.ts';

/** Ends the sign-in that the access token belongs to. */
export async function logout({ signIns, signInId }: UserContext) {
  await signIns.end(signInId);
  return { message: 'Signed out' };
}
