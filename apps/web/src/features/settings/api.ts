import type { PersonalAccessToken } from '@stockbook/api/schemas';
import { FormFailure } from '../../hooks/use-form.ts';
import { connectionSentence, errorSentence } from '../../lib/api/server-error.ts';
import { trpc } from '../../lib/api/trpc.ts';

/** The personal access tokens, newest first, without their secrets. */
export function useTokens() {
  return trpc.auth.tokens.useQuery();
}

/** Creates a token; resolves with its secret, which no later call returns. Rejects with a `FormFailure`. */
export function useCreateToken() {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.auth.createToken.useMutation();
  return async (name: string, days: number): Promise<string> => {
    try {
      const { token } = await mutateAsync({ name, expires_in_days: days });
      void utils.auth.tokens.invalidate();
      return token;
    } catch (error) {
      throw new FormFailure(errorSentence(error, 'Failed to create the token'), connectionSentence(error));
    }
  };
}

/** Revokes a token, and removes it from the list after the server has confirmed. */
export function useRevokeToken({ id }: PersonalAccessToken) {
  const utils = trpc.useUtils();
  const { mutate, isPending, error } = trpc.auth.deleteToken.useMutation({
    onSuccess: () => {
      utils.auth.tokens.setData(
        undefined,
        (list) => list && { total: list.total - 1, tokens: list.tokens.filter((token) => token.id !== id) },
      );
    },
  });
  return { revoke: () => mutate({ tokenId: id }), isRevoking: isPending, error };
}
