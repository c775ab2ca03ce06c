import { signalRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { isUuid } from '../../primitives.ts';
import type { markReadInput, unreadOutput } from './schemas.ts';

/** Marks entries of the caller's inbox as read. Unknown ids and those of other users are ignored. */
export async function markRead(
  { em, user }: UserContext,
  { ids = [], until }: z.output<typeof markReadInput>,
): Promise<z.infer<typeof unreadOutput>> {
  const selection = until === undefined ? { ids: ids.filter(isUuid) } : { until };
  await signalRepository.markRead(em, user.id, selection);
  return { unread: await signalRepository.countUnread(em, user.id) };
}
