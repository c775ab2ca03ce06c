import type { NotificationChannel } from '@stockbook/api/schemas';
import { type FormEvent, useRef, useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { describeFailure } from '#lib/api/server-error.ts';
import { useConfirmChannel, useResendConfirmation } from '../api.ts';

interface AddressConfirmationProps {
  /** A channel whose address is not confirmed. */
  channel: NotificationChannel;
  /** Called before the field disappears. */
  onConfirmed: () => void;
}

/** The code of a confirmation email as it is typed, and its check. */
function useCodeConfirmation(channelId: string, onConfirmed: () => void) {
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [isIncomplete, setIsIncomplete] = useState(false);
  const { error, isPending, mutate, reset } = useConfirmChannel(onConfirmed);
  const failure = error && describeFailure(error, 'Failed to confirm the address');

  function focusField() {
    field.current?.focus();
    field.current?.select();
  }

  return {
    field,
    code,
    isPending,
    error: isIncomplete ? 'Enter the six digits of the code' : failure?.filter(Boolean).join('. '),
    change(next: string) {
      setCode(next);
      setIsIncomplete(false);
      reset();
    },
    submit(event: FormEvent) {
      event.preventDefault();
      if (isPending) return;
      // Mail programs copy blanks along.
      const digits = code.replaceAll(/\s/g, '');
      const isComplete = /^\d{6}$/.test(digits);
      setIsIncomplete(!isComplete);
      if (isComplete) mutate({ channelId, code: digits }, { onError: focusField });
      else focusField();
    },
  };
}

/** The field for the code of the confirmation email, and the button that sends another code or link. */
export function AddressConfirmation({ channel, onConfirmed }: AddressConfirmationProps) {
  const { id, name, target, confirmation, confirmation_expires_at } = channel;
  const isRequested = confirmation_expires_at !== null;
  const { field, code, isPending, error, change, submit } = useCodeConfirmation(id, onConfirmed);
  const resend = useResendConfirmation();

  function send() {
    change('');
    resend.mutate({ channelId: id });
  }

  return (
    <form noValidate onSubmit={submit} className="mt-2.5 space-y-2.5">
      {confirmation === 'code' && isRequested && (
        <TextField
          ref={field}
          label={
            <>
              Code <span className="sr-only">for {name}</span>
            </>
          }
          required
          autoComplete="one-time-code"
          inputMode="numeric"
          readOnly={isPending}
          value={code}
          onChange={(event) => change(event.target.value)}
          error={error}
          hint="Six digits, valid for 30 minutes"
          className="max-w-64"
        />
      )}
      <div className="flex flex-wrap gap-2">
        {confirmation === 'code' && isRequested && (
          <Button
            type="submit"
            variant="primary"
            size="sm"
            aria-label={`Confirm ${name}`}
            disabled={isPending}
          >
            {isPending ? 'Checking...' : 'Confirm'}
          </Button>
        )}
        <Button
          size="sm"
          aria-label={`Send ${isRequested ? 'another' : 'a'} ${confirmation} for ${name}`}
          disabled={resend.isPending}
          onClick={send}
        >
          {resend.isPending ? 'Sending...' : `Send ${isRequested ? 'another' : 'a'} ${confirmation}`}
        </Button>
      </div>
      <p role="status" className="text-xs leading-5 text-muted empty:hidden">
        {resend.isSuccess && `A new ${confirmation} is on its way to ${target}.`}
      </p>
      <QueryError error={resend.error} fallback={`Failed to send the ${confirmation}`} />
    </form>
  );
}
