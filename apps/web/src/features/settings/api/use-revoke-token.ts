import type { PersonalAccessToken } from '@stockbook/api/schemas';
import { trpc } from '#lib/api/trpc.ts';

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
