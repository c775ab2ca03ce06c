import { type RefObject, useEffect, useState } from 'react';

/**
 * Whether the user has tried to submit a form, and the function that notes a try. The first invalid field, which may be
 * out of view, then gets the focus.
 */
export function useAttempts(
  form: RefObject<HTMLFormElement | null>,
): [hasTried: boolean, noteTry: () => void] {
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, attempts]);
  return [attempts > 0, () => setAttempts((count) => count + 1)];
}
