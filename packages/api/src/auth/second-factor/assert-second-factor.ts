import { type EntityManager, userRepository } from '@stockbook/db';
import { AppError } from '../../errors.ts';

async function isOn(tx: EntityManager, userId: string): Promise<boolean> {
  const user = await userRepository.findById(tx, userId);
  return user !== null && user.secondFactorAt !== null;
}

/** `tx` must have locked the user. @throws AppError CONFLICT */
export async function assertSecondFactorOff(tx: EntityManager, userId: string): Promise<void> {
  if (!(await isOn(tx, userId))) return;
  throw new AppError('CONFLICT', 'Two-step sign-in is already on. Turn it off first');
}

/** `tx` must have locked the user. @throws AppError CONFLICT */
export async function assertSecondFactorOn(tx: EntityManager, userId: string): Promise<void> {
  if (await isOn(tx, userId)) return;
  throw new AppError('CONFLICT', 'Two-step sign-in is not on');
}
