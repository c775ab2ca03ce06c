/** A backup or restore failed. The message is one sentence for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** A line of a backup is too long. */
export class LongLineError extends Error {
  override readonly name = 'LongLineError';
  /** 1 for the first line of the file. */
  readonly line: number;

  constructor(line: number) {
    super(`line ${line} is too long`);
    this.line = line;
  }
}
