import type { PersonalAccessToken } from '@stockbook/api/schemas';
import { useState } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { ErrorBox, QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Field, TextField } from '#components/ui/field.tsx';
import { OneTimeSecret } from '#components/ui/one-time-secret.tsx';
import { Select } from '#components/ui/select.tsx';
import { type FieldErrors, useForm } from '#hooks/use-form.ts';
import { createTokenInput } from '#lib/api/schemas.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { formatDate } from '#lib/format/dates.ts';
import { useCreateToken, useRevokeToken, useTokens } from '../api.ts';

/** The scopes as the settings name them. */
const scopeLabels: Readonly<Record<PersonalAccessToken['scope'], string>> = {
  write: 'Read and write',
  read: 'Read only',
};

/** The lifetimes on offer: days and label. */
const lifetimes = [
  [7, '7 days'],
  [30, '30 days'],
  [90, '90 days'],
  [180, '6 months'],
  [365, '1 year'],
] as const;

interface NewToken {
  name: string;
  scope: string;
  days: string;
}

const toInput = ({ days, ...values }: NewToken) => ({ ...values, expires_in_days: Number(days) });

function validate(values: NewToken): FieldErrors<NewToken> {
  const parsed = createTokenInput.safeParse(toInput(values));
  return parsed.success ? {} : { name: parsed.error.issues[0]?.message };
}

/** The form that creates a token from a name, a scope and a lifetime. */
function NewTokenForm({ onCreated }: { onCreated: (secret: string) => void }) {
  const { mutateAsync: create } = useCreateToken();
  const form = useForm({
    initial: { name: '', scope: 'write', days: '90' },
    validate,
    submit: async (values) => onCreated((await create(createTokenInput.parse(toInput(values)))).token),
    describe: (error) => describeFailure(error, 'Failed to create the token'),
  });
  const { error: scopeError, ...scope } = form.field('scope');
  const { error, ...days } = form.field('days');

  return (
    <form noValidate onSubmit={form.onSubmit} className="space-y-3">
      {form.failure && <ErrorBox message={form.failure.message} detail={form.failure.detail} />}
      <div className="grid grid-cols-1 gap-3 md:grid-cols-[minmax(0,1fr)_10rem_9rem_auto]">
        <TextField
          label="Name"
          autoComplete="off"
          required
          placeholder="What it is for"
          {...form.field('name')}
        />
        <Field label="Access" error={scopeError}>
          {(control) => (
            <Select {...control} {...scope}>
              {Object.entries(scopeLabels).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Expires after" error={error}>
          {(control) => (
            <Select {...control} {...days}>
              {lifetimes.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button type="submit" variant="primary" disabled={form.isBusy} className="h-10 md:mt-6.5">
          {form.isBusy ? 'Creating...' : 'Create token'}
        </Button>
      </div>
    </form>
  );
}

/** The user's tokens, newest first. */
function TokenList() {
  const { data, error, isPending, refetch } = useTokens();
  return (
    // A row has room of its own below, to which that of the card would be added.
    <div className="mt-5 -mb-2.5 border-t border-line pt-2">
      {isPending && <Skeleton className="my-2 h-11" />}
      <QueryError error={error} fallback="Failed to load the tokens" onRetry={refetch} className="my-2" />
      {data?.tokens.length === 0 && (
        <p className="flex h-15 items-center text-sm text-muted">You have no tokens.</p>
      )}
      <ul aria-label="Tokens" className="divide-y divide-line">
        {data?.tokens.map((token) => (
          <TokenRow key={token.id} token={token} />
        ))}
      </ul>
    </div>
  );
}

function lastUse({ last_used_at, last_used_address }: PersonalAccessToken): string {
  if (last_used_at === null) return 'never';
  return [formatDate(last_used_at), last_used_address].filter(Boolean).join(' · ');
}

function TokenRow({ token }: { token: PersonalAccessToken }) {
  const { confirm } = useAlerts();
  const { revoke, isRevoking, error } = useRevokeToken(token);
  const hasExpired = Date.parse(token.expires_at) <= Date.now();

  async function confirmAndRevoke() {
    const question = `Revoke the token “${token.name}”? Whatever uses it stops working at once.`;
    if (await confirm(question, 'Revoke')) revoke();
  }

  return (
    <li className="py-2.5">
      <div className="flex items-center gap-4">
        <div className="min-w-0 grow">
          <p className="flex flex-wrap items-center gap-x-2.5 text-sm font-medium">
            <span className="min-w-0">{token.name}</span>
            <Badge>{scopeLabels[token.scope]}</Badge>
            {hasExpired && <Badge tone="warn">Expired</Badge>}
          </p>
          <dl className="flex flex-wrap gap-x-4 text-xs leading-5 text-muted">
            <Fact name="Created" value={formatDate(token.created_at)} />
            <Fact name="Last used" value={lastUse(token)} />
            <Fact name={hasExpired ? 'Expired' : 'Expires'} value={formatDate(token.expires_at)} />
          </dl>
        </div>
        <Button
          size="sm"
          aria-label={`Revoke ${token.name}`}
          disabled={isRevoking}
          onClick={confirmAndRevoke}
        >
          Revoke
        </Button>
      </div>
      <QueryError error={error} fallback="Failed to revoke the token" className="mt-2" />
    </li>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex gap-1">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Personal access tokens: create one, see its secret once, revoke any. */
export function TokensCard() {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Card title="Personal access tokens" headingLevel={3}>
      <p className="mb-4 text-sm text-muted">
        A script sends one in place of signing in, and may then do all that you may, or only read.{' '}
        <a href="/api/docs" className="font-medium text-accent underline-offset-4 hover:underline">
          Read how to use the API
        </a>
      </p>
      {secret === null ? (
        <NewTokenForm onCreated={setSecret} />
      ) : (
        <OneTimeSecret
          label="Your new token"
          copiedMessage="The token was copied"
          secret={secret}
          onDone={() => setSecret(null)}
        />
      )}
      <TokenList />
    </Card>
  );
}
