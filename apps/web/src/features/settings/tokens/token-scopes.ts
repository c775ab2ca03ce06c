import type { PersonalAccessToken } from '@stockbook/api/schemas';

/** The scopes as the settings name them. */
export const scopeLabels: Readonly<Record<PersonalAccessToken['scope'], string>> = {
  write: 'Read and write',
  read: 'Read only',
};
