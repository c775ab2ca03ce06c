import { useState } from 'react';
import { useFiles } from './use-files.ts';

interface TextFileOptions {
  /** Reads a file. Rejects with a sentence that says why it cannot be read. */
  readonly read: (file: File) => Promise<string>;
  readonly onText: (text: string, fileName: string) => void;
  readonly isDisabled: boolean;
}

/** A text file that is chosen by an input, or dropped on a field. */
export function useTextFile({ read, onText, isDisabled }: TextFileOptions) {
  const [error, setError] = useState<string | null>(null);

  function take([file]: readonly File[]) {
    if (!file) return;
    read(file).then(
      (text) => {
        setError(null);
        onText(text, file.name);
      },
      ({ message }: Error) => setError(message),
    );
  }

  return {
    /** Why the last file could not be read; null after a success and after `clearError`. */
    error,
    clearError: () => setError(null),
    ...useFiles({ onFiles: take, isDisabled }),
  };
}
