/** A backup or restore failed. The message is one sentence for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
