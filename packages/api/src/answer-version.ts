import { digestToken, type TokenDigest, type Versioned } from '@stockbook/db';
import type { z } from 'zod';
import { isPersonalAccessToken, noteTokenUse } from './auth/access-tokens/check-personal-access-token.ts';
import type { RequestContext, Services } from './context.ts';

/**
 * The version of an answer: another one whenever the answer is another one. Undefined where the caller may not have
 * the answer, or asked wrongly: the procedure says why.
 *
 * Read before anything else of a request, who is asking included: where the answer of the version is known, nothing
 * else is done for it. Otherwise the procedure must read after the version, never before.
 */
export type ReadEtag = (context: RequestContext, input: unknown) => Promise<string | undefined>;

/**
 * The version of a procedure's answers: its input, and what of the database they are made of.
 * @param inputSchema the procedure's own
 * @param find null where the token is not good, or its user may not see the answer
 */
export function etagFor<Schema extends z.ZodType>(
  inputSchema: Schema,
  find: (services: Services, bearer: TokenDigest, input: z.output<Schema>) => Promise<Versioned | null>,
): ReadEtag {
  return async ({ services, bearer, onAuthenticated }, given) => {
    const { success, data: input } = inputSchema.safeParse(given);
    if (!success || bearer === null) return undefined;
    const kind = isPersonalAccessToken(bearer) ? 'personal-access-token' : 'sign-in';
    const found = await find(services, { kind, digest: digestToken(bearer) }, input);
    if (!found) return undefined;
    const { userId, tokenId, lastUsedAt, version } = found;
    onAuthenticated(userId);
    if (tokenId !== null) {
      const used = lastUsedAt === null ? null : new Date(lastUsedAt);
      await noteTokenUse(services, { id: tokenId, lastUsedAt: used });
    }
    return `${version} ${JSON.stringify(input)}`;
  };
}
