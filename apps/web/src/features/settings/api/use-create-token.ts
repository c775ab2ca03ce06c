import { FormFailure } from '#hooks/use-form.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';

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
