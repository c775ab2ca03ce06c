/** Why there is no backup or no restore: one sentence for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
