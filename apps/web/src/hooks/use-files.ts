import { type ChangeEvent, type DragEvent, useRef, useState } from 'react';

interface FilesOptions {
  /** Called with at least one file. */
  readonly onFiles: (files: readonly File[]) => void;
  readonly isDisabled: boolean;
}

/** Files that are chosen by an input, or dropped on an element. */
export function useFiles({ onFiles, isDisabled }: FilesOptions) {
  const [isTarget, setIsTarget] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function take(list: FileList | null) {
    const files = [...(list ?? [])];
    if (files.length > 0) onFiles(files);
  }

  return {
    /** Whether a file is being dragged over the element. */
    isTarget,
    choose: () => input.current?.click(),
    inputProps: {
      ref: input,
      type: 'file',
      className: 'hidden',
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        take(event.target.files);
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
        if (!isDisabled) take(event.dataTransfer.files);
      },
    },
  };
}
