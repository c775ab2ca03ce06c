import type { ActiveSignIn, PersonalAccessToken } from '@stockbook/api/schemas';
import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { FormFailure } from '#hooks/use-form.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc, useApiClient } from '#lib/api/trpc.ts';
import { saveFile } from '#lib/save-file.ts';
import { useSession } from '#lib/session/session-context.ts';

/** Changes the password; resolves with the server's message. Rejects with a `FormFailure`. */
export function useChangePassword() {
  const session = useSession();
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.auth.changePassword.useMutation();
  return async (change: Parameters<typeof mutateAsync>[0]): Promise<string> => {
    try {
      const { message, ...tokens } = await mutateAsync(change);
      await session.replaceTokens(tokens);
      session.setRequirement(undefined);
      void utils.auth.invalidate();
      return message;
    } catch (error) {
      throw new FormFailure(...describeFailure(error, 'Failed to change the password'));
    }
  };
}

/** Creates a token; resolves with its secret, which no later call returns. Rejects with a `FormFailure`. */
export function useCreateToken() {
  const utils = trpc.useUtils();
  const { mutateAsync } = trpc.auth.createToken.useMutation();
  return async (newToken: Parameters<typeof mutateAsync>[0]): Promise<string> => {
    try {
      const { token } = await mutateAsync(newToken);
      void utils.auth.tokens.invalidate();
      return token;
    } catch (error) {
      throw new FormFailure(...describeFailure(error, 'Failed to create the token'));
    }
  };
}

/** Deletes the account and signs out in this browser. Rejects with a `FormFailure`. */
export function useDeleteAccount() {
  const session = useSession();
  const { mutateAsync } = trpc.auth.deleteAccount.useMutation();
  return async (confirmation: string): Promise<void> => {
    try {
      const { message } = await mutateAsync({ confirmation });
      session.clear(message);
    } catch (error) {
      throw new FormFailure(...describeFailure(error, 'Failed to delete your account'));
    }
  };
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

/** Turns two-step sign-in on with the first code of the app; resolves with the recovery codes. Rejects with a `FormFailure`. */
export function useActivateSecondFactor() {
  const { mutateAsync } = trpc.auth.activateSecondFactor.useMutation();
  return async (code: string): Promise<readonly string[]> => {
    try {
      return (await mutateAsync({ code })).recovery_codes;
    } catch (error) {
      throw new FormFailure(...describeFailure(error, 'Failed to turn two-step sign-in on'));
    }
  };
}

/** Turns two-step sign-in off. */
export function useRemoveSecondFactor() {
  const utils = trpc.useUtils();
  return trpc.auth.removeSecondFactor.useMutation({ onSuccess: () => utils.auth.invalidate() });
}

/** The latest security events of the account. */
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
