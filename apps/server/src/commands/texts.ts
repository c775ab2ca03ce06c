import { printable } from '@stockbook/db';
import { isRelease } from '../env.ts';

/**
 * A command as the operator types it.
 * @param operands separated from the name: npm takes options before `--` for its own
 */
export function typed(name: string, operands = ''): string {
  if (isRelease) return `stockbook ${name} ${operands}`.trimEnd();
  return operands === '' ? `npm run ${name}` : `npm run ${name} -- ${operands}`;
}

/** Lines of tab-separated fields. No field can add a line, or hide one. */
export function table(header: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  return [header, ...rows].map((row) => row.map((field) => printable(field ?? '')).join('\t')).join('\n');
}

export function describePassword(email: string, password: string): string {
  return `New password of ${printable(email)}: ${password}\nIt works for 72 hours, and only to choose another.`;
}

export function describeEnded({
  endedSessions,
  revokedTokens,
}: {
  endedSessions: number;
  revokedTokens: number;
}) {
  return `Sign-ins ended: ${endedSessions}. Personal access tokens revoked: ${revokedTokens}.`;
}
