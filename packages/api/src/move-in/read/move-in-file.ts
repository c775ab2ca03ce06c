/** A file as it was chosen. Its name decides nothing. */
export interface MoveInFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The content of a file whose password was right: it has lost what tells its format. */
  readonly decrypted?: 'xml' | 'binary';
}
