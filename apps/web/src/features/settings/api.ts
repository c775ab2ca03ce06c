import type { ActiveSignIn, PersonalAccessToken } from '@stockbook/api/schemas';
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc, useApiClient } from '#lib/api/trpc.ts';
import { saveFile } from '#lib/save-file.ts';
import { useSession } from '#lib/session/session-context.ts';

/** Continues with new tokens: the change ends the other sign-ins. */
export function useChangePassword() {
  const session = useSession();
  const utils = trpc.useUtils();
  return trpc.auth.changePassword.useMutation({
    onSuccess: async ({ message: _, ...tokens }) => {
      await session.replaceTokens(tokens);
      session.setRequirement(undefined);
      void utils.auth.invalidate();
    },
  });
}

/** Creates a token. No later call returns its secret. */
export function useCreateToken() {
  const utils = trpc.useUtils();
  return trpc.auth.createToken.useMutation({ onSuccess: () => void utils.auth.tokens.invalidate() });
}

/** Deletes the account and signs out in this browser. */
export function useDeleteAccount() {
  const session = useSession();
  return trpc.auth.deleteAccount.useMutation({ onSuccess: ({ message }) => session.clear(message) });
}

/** Ends another sign-in of the user. */
export function useEndSignIn({ id }: ActiveSignIn) {
  const utils = trpc.useUtils();
  const { mutate, isPending, error } = trpc.auth.endSignIn.useMutation({
    onSettled: () => Promise.all([utils.auth.signIns.invalidate(), utils.auth.events.invalidate()]),
  });
  return { end: () => mutate({ signInId: id }), isEnding: isPending, error };
}

/** Downloads everything of the user as JSON. */
export function useExportAccount() {
  const client = useApiClient();
  return useMutation({
    mutationFn: () => client.transfer.exportAccount.query(),
    onSuccess: (account) => {
      const text = `${JSON.stringify(account, null, 2)}\n`;
      const today = new Date().toISOString().slice(0, 10);
      saveFile(`stockbook-export-${today}.json`, new Blob([text], { type: 'application/json' }));
    },
  });
}

/** The calls that add a passkey, which also satisfies a required second step. */
export function useAddPasskey() {
  const session = useSession();
  const utils = trpc.useUtils();
  const { mutateAsync: requestOptions } = trpc.auth.passkeyOptions.useMutation();
  const { mutateAsync: add } = trpc.auth.addPasskey.useMutation({
    onSuccess: () => {
      session.setRequirement(undefined);
      return utils.auth.invalidate();
    },
  });
  return { requestOptions, add };
}

export function useRenamePasskey() {
  const utils = trpc.useUtils();
  return trpc.auth.renamePasskey.useMutation({ onSuccess: () => utils.auth.passkeys.invalidate() });
}

export function useRemovePasskey() {
  const utils = trpc.useUtils();
  return trpc.auth.removePasskey.useMutation({
    onSettled: () => Promise.all([utils.auth.passkeys.invalidate(), utils.auth.events.invalidate()]),
  });
}

/** Program and system of this sign-in, if its list is loaded: `Firefox on Linux`. */
export function useThisClient(): string | null {
  const lists = useQueryClient().getQueriesData<{ sign_ins: ActiveSignIn[] }>({
    queryKey: getQueryKey(trpc.auth.signIns),
  });
  const signIns = lists.flatMap(([, data]) => data?.sign_ins ?? []);
  return signIns.find(({ is_current }) => is_current)?.client ?? null;
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

/** Leaves for the provider, which sends the browser back to connect the account. */
export function useConnectProvider() {
  return trpc.auth.connectProvider.useMutation({ onSuccess: ({ url }) => window.location.assign(url) });
}

/** Removes the connection with the provider. */
export function useDisconnectProvider() {
  const utils = trpc.useUtils();
  return trpc.auth.disconnectProvider.useMutation({ onSuccess: () => utils.auth.invalidate() });
}

/** Turns two-step sign-in off. */
export function useRemoveSecondFactor() {
  const utils = trpc.useUtils();
  return trpc.auth.removeSecondFactor.useMutation({ onSuccess: () => utils.auth.invalidate() });
}

export function useSecurityEvents(limit: number) {
  return trpc.auth.events.useQuery({ limit }, { placeholderData: keepPreviousData });
}

/** The sign-ins of the user, the last used first. */
export function useSignIns(limit: number) {
  return trpc.auth.signIns.useQuery({ limit }, { placeholderData: keepPreviousData });
}

/** Ends all sign-ins of the user on the server, then in this browser. */
export function useSignOutEverywhere() {
  const session = useSession();
  return trpc.auth.logoutAll.useMutation({ onSuccess: () => session.clear() });
}

/** The personal access tokens, newest first, without their secrets. */
export function useTokens() {
  return trpc.auth.tokens.useQuery();
}
