import type { NotificationChannel } from '@stockbook/api/schemas';
import { type FormEvent, useRef, useState } from 'react';
import { QueryError } from '#components/feedback/query-error.tsx';
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

/** The field for the code of the confirmation email, and the button that sends another code or link. */
export function AddressConfirmation({ channel, onConfirmed }: AddressConfirmationProps) {
  const { id, name, target, confirmation, confirmation_expires_at } = channel;
  const isRequested = confirmation_expires_at !== null;
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [isIncomplete, setIsIncomplete] = useState(false);
  const confirm = useConfirmChannel(onConfirmed);
  const resend = useResendConfirmation();
  const failure = confirm.error && describeFailure(confirm.error, 'Failed to confirm the address');

  function focusField() {
    field.current?.focus();
    field.current?.select();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (confirm.isPending) return;
    // Mail programs copy blanks along.
    const digits = code.replaceAll(/\s/g, '');
    const isComplete = /^\d{6}$/.test(digits);
    setIsIncomplete(!isComplete);
    if (!isComplete) return focusField();
    confirm.mutate({ channelId: id, code: digits }, { onError: focusField });
  }

  function send() {
    setCode('');
    setIsIncomplete(false);
    confirm.reset();
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
          readOnly={confirm.isPending}
          value={code}
          onChange={(event) => {
            setCode(event.target.value);
            setIsIncomplete(false);
            confirm.reset();
          }}
          error={isIncomplete ? 'Enter the six digits of the code' : failure?.filter(Boolean).join('. ')}
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
            disabled={confirm.isPending}
          >
            {confirm.isPending ? 'Checking...' : 'Confirm'}
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
      {resend.error && <QueryError error={resend.error} fallback={`Failed to send the ${confirmation}`} />}
    </form>
  );
}
