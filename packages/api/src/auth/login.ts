import { userRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { DeedContext } from '../context.ts';
import { AppError } from '../errors.ts';
import { verifyPassword } from './password-hash.ts';
import type { loginInput } from './schemas.ts';
import { startSignIn } from './start-sign-in.ts';

/** Signs in. An unknown email and a wrong password are one answer, and take one time. */
export async function login(ctx: DeedContext, { email, password }: z.output<typeof loginInput>) {
  await ctx.limits.consume({ address: ctx.address, account: userRepository.comparisonKey(email) });
  const user = await userRepository.findByEmail(ctx.em, email);
  const isRight = await verifyPassword(user?.passwordHash ?? null, password);
  if (!user || !isRight) throw new AppError('UNAUTHORIZED', 'Invalid email or password');
  return startSignIn(ctx, user);
}
