import { useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { trpc } from '#lib/api/trpc.ts';
import { formatLocalDate } from '#lib/format/dates.ts';
import { PasswordForm } from './password-form.tsx';

/** When the password was changed, and the form that changes it. */
export function PasswordCard() {
  const { data, error, isPending, refetch } = trpc.auth.password.useQuery();
  const hasPassword = trpc.auth.providerConnection.useQuery().data?.has_password ?? true;
  const [isOpen, setIsOpen] = useState(false);
  const [message, setMessage] = useState('');

  return (
    <Card title="Password" headingLevel={3}>
      <div role="status" className="text-sm font-medium text-up empty:hidden [&:not(:empty)]:mb-3">
        {message}
      </div>
      {isOpen ? (
        <PasswordForm
          hasPassword={hasPassword}
          onChanged={(text) => {
            setMessage(text);
            setIsOpen(false);
          }}
          actions={<Button onClick={() => setIsOpen(false)}>Cancel</Button>}
        />
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          {isPending && <Skeleton className="h-5 w-48" />}
          <QueryError
            error={error}
            fallback="Failed to load the date of your password"
            onRetry={refetch}
            className="grow"
          />
          {data && (
            <p className="text-sm text-muted">
              {hasPassword ? `Last changed ${formatLocalDate(data.changed_at)}` : 'No password yet'}
            </p>
          )}
          <Button
            onClick={() => {
              setMessage('');
              setIsOpen(true);
            }}
          >
            {hasPassword ? 'Change password' : 'Set a password'}
          </Button>
        </div>
      )}
    </Card>
  );
}
