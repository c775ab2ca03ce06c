import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';

interface TextFileOptions {
  /** Reads a file. Rejects with a sentence that says why it cannot be read. */
  readonly read: (file: File) => Promise<string>;
  readonly onText: (text: string, fileName: string) => void;
  readonly isDisabled: boolean;
}

/** A text file that is chosen by an input, or dropped on a field. */
export function useTextFile({ read, onText, isDisabled }: TextFileOptions) {
  const [error, setError] = useState<string | null>(null);
  const [isTarget, setIsTarget] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function take(file: File | undefined) {
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
    /** Whether a file is being dragged over the field. */
    isTarget,
    choose: () => input.current?.click(),
    inputProps: {
      ref: input,
      type: 'file',
      className: 'hidden',
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        take(event.target.files?.[0]);
        // Otherwise choosing the same file again changes nothing.
        event.target.value = '';
      },
    },
    dropProps: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault();
        setIsTarget(true);
      },
      onDragLeave: () => setIsTarget(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setIsTarget(false);
        if (!isDisabled) take(event.dataTransfer.files[0]);
      },
    },
  };
}
