import { randomUUID } from 'node:crypto';
import type { Services } from '@stockbook/api';
import { notificationChannelRepository, userRepository } from '@stockbook/db';

/** Inserts a channel to the user's own address that the code 492039 confirms. @returns its id */
export async function addWaitingChannel({ database, notifier }: Services, userId: string): Promise<string> {
  const em = database.fork();
  const user = await userRepository.findById(em, userId);
  if (!user) throw new Error(`there is no user ${userId}`);
  const id = randomUUID();
  const target = user.email;
  await notificationChannelRepository.add(em, {
    id,
    userId,
    kind: 'email',
    name: 'Mail',
    target,
    secret: null,
    isActive: true,
    confirmedAt: null,
    createdAt: new Date(),
  });
  await notificationChannelRepository.replaceConfirmation(
    em,
    { id, target },
    {
      digest: notifier.secrets.digest(JSON.stringify(['confirmation code', id, target, '492039'])),
      expiresAt: new Date('2100-01-01'),
    },
  );
  return id;
}
