import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { describeFailure } from '#lib/api/server-error.ts';

interface StudySetFormProps {
  label: string;
  action: string;
  /** The name at first. */
  name?: string;
  call: { readonly error: unknown; readonly isPending: boolean; readonly reset: () => void };
  onSubmit: (name: string, onSuccess: () => void) => void;
  /** Focuses the field on opening. */
  isFocused?: boolean;
  /** Additional buttons. */
  children?: ReactNode;
}

/** Names a set of indicators. */
export function StudySetForm(props: StudySetFormProps) {
  const { call, name: before = '' } = props;
  const [name, setName] = useState(before);
  const field = useRef<HTMLInputElement>(null);
  const { isFocused = false } = props;
  useEffect(() => {
    if (isFocused) field.current?.select();
  }, [isFocused]);
  const [isMissing, setIsMissing] = useState(false);
  const failure = call.error
    ? describeFailure(call.error, 'Failed to save set').filter(Boolean).join(' ')
    : null;

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsMissing(name.trim() === '');
    if (name.trim() === '' || call.isPending) return;
    props.onSubmit(name.trim(), () => setName(before));
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-2">
      <TextField
        ref={field}
        label={props.label}
        value={name}
        maxLength={100}
        autoComplete="off"
        error={isMissing ? 'Please enter a name' : failure}
        onChange={(event) => {
          setName(event.target.value);
          setIsMissing(false);
          call.reset();
        }}
      />
      <div className="flex justify-end gap-2">
        {props.children}
        <Button type="submit" size="sm" variant="primary" aria-disabled={call.isPending}>
          {call.isPending ? 'Saving...' : props.action}
        </Button>
      </div>
    </form>
  );
}
