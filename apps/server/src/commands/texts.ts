import { printable } from '@stockbook/db';

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
