import { digestToken, type TokenDigest, type Versioned } from '@stockbook/db';
import type { z } from 'zod';
import { isPersonalAccessToken, noteTokenUse } from './auth/access-tokens/check-personal-access-token.ts';
import type { RequestContext, Services } from './context.ts';

/**
 * Reads the version of a response: a string that changes whenever the response changes. Undefined if the token or the
 * input is not valid, or if the user has no access: the procedure then throws the error.
 *
 * Called before the procedure, and before its authentication: a fresh or cached response needs neither. The procedure
 * must read its data after the version, otherwise old data could be cached under a new version.
 */
export type ReadEtag = (context: RequestContext, input: unknown) => Promise<string | undefined>;

/**
 * Makes the `ReadEtag` of a procedure. The version covers the input and the revision of the data in the response.
 * @param inputSchema the input schema of the procedure
 * @param find reads the revision; null if the token is not valid or its user has no access
 */
export function etagFor<Schema extends z.ZodType>(
  inputSchema: Schema,
  find: (services: Services, token: TokenDigest, input: z.output<Schema>) => Promise<Versioned | null>,
): ReadEtag {
  return async ({ services, bearer, onAuthenticated }, rawInput) => {
    const { success, data: input } = inputSchema.safeParse(rawInput);
    if (!success || bearer === null) return undefined;
    const kind = isPersonalAccessToken(bearer) ? 'personal-access-token' : 'sign-in';
    const found = await find(services, { kind, digest: digestToken(bearer) }, input);
    if (!found) return undefined;
    const { userId, tokenId, lastUsedAt, version } = found;
    onAuthenticated(userId);
    if (tokenId !== null) {
      const lastUse = lastUsedAt === null ? null : new Date(lastUsedAt);
      await noteTokenUse(services, { id: tokenId, lastUsedAt: lastUse });
    }
    return `${version} ${JSON.stringify(input)}`;
  };
}
