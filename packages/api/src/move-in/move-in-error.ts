/** Why a file cannot be moved in, as a sentence for the user. An error of a thread loses its class, not its fields. */
export class MoveInError extends Error {
  /** Null for a request that is wrong as a whole. */
  readonly field: string | null;
  readonly isTooLarge: boolean;

  constructor(
    message: string,
    { field = 'files', isTooLarge = false }: { field?: string | null; isTooLarge?: boolean } = {},
  ) {
    super(message);
    this.name = 'MoveInError';
    this.field = field;
    this.isTooLarge = isTooLarge;
  }
}

export const unknownFile = () =>
  new MoveInError("This is no file of a program we know. For a broker's file use Import");
export const doNotBelongTogether = () => new MoveInError('These files do not belong together');
export const emptyFile = () => new MoveInError('The file has no transactions and no securities');
export const endsTooEarly = () => new MoveInError('The file ends too early. Export it again');
export const damagedAtLine = (line: number) =>
  new MoveInError(`The file is damaged near line ${line.toLocaleString('en-US')}`);
export const damagedAtByte = (byte: number) =>
  new MoveInError(`The file is damaged near byte ${byte.toLocaleString('en-US')}`);
export const forbiddenContent = () =>
  new MoveInError('The file contains something that an export never does');
export const needsPassword = () =>
  new MoveInError('This file has a password. Enter it, or save the file without one', { field: 'password' });
export const wrongPassword = () =>
  new MoveInError('The password is wrong, or the file is damaged', { field: 'password' });

const mebibyte = 1024 * 1024;

/** @param bytes that are known so far: unpacking stops beyond the limit */
export const tooLarge = (bytes: number, maxBytes: number) =>
  new MoveInError(
    `The file has ${Math.floor(bytes / mebibyte).toLocaleString('en-US')} MiB unpacked, the maximum is ${maxBytes / mebibyte}`,
    { isTooLarge: true },
  );

/** Rejects a file beyond a limit, and files that have twice as much together. */
export function assertTotalSize(sizes: readonly number[], maxBytes: number): void {
  const sum = sizes.reduce((total, size) => total + size, 0);
  const largest = Math.max(0, ...sizes);
  if (largest > maxBytes) throw tooLarge(largest, maxBytes);
  if (sum > 2 * maxBytes) throw tooLarge(sum, 2 * maxBytes);
}

/** Rejects what is more than a limit: `The file has 50,001 transactions, the maximum is 50,000`. */
export function assertAtMost(count: number, maximum: number, what: string): void {
  if (count <= maximum) return;
  const [has, most] = [count, maximum].map((number) => number.toLocaleString('en-US'));
  throw new MoveInError(`The file has ${has} ${what}, the maximum is ${most}`);
}
