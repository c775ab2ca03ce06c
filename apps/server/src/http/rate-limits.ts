import { AppError, type AuthLimits } from '@stockbook/api';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Takes points of a key's allowance. @throws AppError TOO_MANY_REQUESTS when they are used up */
export async function consume(limiter: RateLimiterMemory, key: string, points = 1): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key, points);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const retryAfterS = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw new AppError('TOO_MANY_REQUESTS', `Too many requests: try again in ${retryAfterS} seconds`, {
      retryAfterS,
    });
  }
}

/**
 * Attempts are counted by address, and by account together with the address: a stranger who guesses at an
 * account uses up their own allowance, not its owner's.
 */
export function createAuthLimits(perMinute: number): AuthLimits {
  const byAddress = new RateLimiterMemory({ keyPrefix: 'address', points: perMinute, duration: 60 });
  const byAccount = new RateLimiterMemory({ keyPrefix: 'account', points: perMinute, duration: 60 });
  return {
    async consume({ address, account }) {
      await consume(byAddress, address);
      if (account !== undefined) await consume(byAccount, `${account} ${address}`);
    },
  };
}
