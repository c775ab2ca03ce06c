import { type Catalogue, type CompletionOption, completeRule } from '@stockbook/rules/language';
import { type KeyboardEvent, useState } from 'react';

export type CompletionState = ReturnType<typeof useCompletion>;

const noOptions: readonly CompletionOption[] = [];

/**
 * The words that can stand at the caret. Opens while a word is typed, or with Ctrl+Space.
 * @param onReplace receives the text with the chosen option, and the caret behind it
 */
export function useCompletion(
  text: string,
  catalogue: Catalogue,
  onReplace: (text: string, caret: number) => void,
) {
  const [caret, setCaret] = useState<number | null>(null);
  const [highlighted, setHighlighted] = useState(0);
  const completion = caret === null ? null : completeRule(text, Math.min(caret, text.length), catalogue);
  const word = completion ? text.slice(completion.offset, completion.offset + completion.length) : '';
  // A word that is complete needs no list, which would take the Enter key.
  const isComplete = completion?.options.some((option) => option.text === word.toLowerCase()) ?? false;
  const options = completion && !isComplete ? completion.options : noOptions;
  const close = () => setCaret(null);
  const openAt = (position: number) => {
    setCaret(position);
    setHighlighted(0);
  };

  function choose(option: CompletionOption) {
    if (!completion) return;
    const end = completion.offset + option.text.length;
    const after = text.slice(completion.offset + completion.length);
    close();
    onReplace(text.slice(0, completion.offset) + option.text + after, end);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const option = options[highlighted];
    if (event.key === ' ' && event.ctrlKey) {
      openAt(event.currentTarget.selectionStart);
    } else if (!option) {
      return;
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setHighlighted((highlighted + step + options.length) % options.length);
    } else if (event.key === 'Enter') {
      choose(option);
    } else if (event.key === 'Escape') {
      // The dialog around the field stays open.
      event.stopPropagation();
      close();
    } else {
      return;
    }
    event.preventDefault();
  }

  return {
    options,
    highlighted,
    onKeyDown,
    /** Looks for options after typing; `position` is that of the caret. */
    onType: (typed: string, position: number) => {
      if (/[a-z_.]$/i.test(typed.slice(0, position))) openAt(position);
      else close();
    },
    choose,
    close,
  };
}
