import { printable, userRepository } from '@stockbook/db';
import { readEnv } from '../env.ts';
import { withDatabase } from './with-database.ts';

/** The accounts as tab-separated lines. */
export async function listUsers(): Promise<string> {
  const users = await withDatabase(readEnv(), (database) => userRepository.list(database.fork()));
  const lines = users.map(({ email, username, createdAt }) =>
    [printable(email), printable(username), createdAt.toISOString().slice(0, 10)].join('\t'),
  );
  return ['email\tusername\tsince', ...lines].join('\n');
}
