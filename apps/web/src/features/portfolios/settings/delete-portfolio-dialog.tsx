import type { Portfolio } from '@stockbook/api/schemas';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { TextField } from '#components/ui/field.tsx';
import { FormDialog } from '#components/ui/overlay/form-dialog.tsx';
import { useForm } from '#hooks/use-form.ts';
import { describeFailure } from '#lib/api/server-error.ts';
import { formatCount } from '#lib/format/numbers.ts';
import { useDeletePortfolio } from '../api/mutations.ts';
import { useTransactionCount } from '../api/performance.ts';

function describeLoss(count: number | undefined): string {
  if (count === undefined) return 'Its transactions are deleted for good.';
  if (count === 0) return 'It has no transactions.';
  return count === 1
    ? 'Its transaction is deleted for good.'
    : `Its ${formatCount(count)} transactions are deleted for good.`;
}

interface DeletePortfolioDialogProps {
  portfolio: Portfolio;
  onClose: () => void;
}

/** Deletes a portfolio after its name was typed. */
export function DeletePortfolioDialog({ portfolio, onClose }: DeletePortfolioDialogProps) {
  const { mutateAsync } = useDeletePortfolio();
  const { count } = useTransactionCount(portfolio.id);
  const navigate = useNavigate();
  const nameField = useRef<HTMLInputElement>(null);
  const form = useForm({
    initial: { name: '' },
    validate: ({ name }) =>
      name.trim() === portfolio.name.trim() ? {} : { name: 'This is not the portfolio’s name' },
    submit: async () => {
      await mutateAsync({ portfolioId: portfolio.id });
      await navigate({ to: '/portfolios' });
    },
    describe: (error) => describeFailure(error, 'Failed to delete portfolio'),
  });
  return (
    <FormDialog
      title="Delete this portfolio?"
      form={form}
      onClose={onClose}
      initialFocus={nameField}
      action={form.isBusy ? 'Deleting...' : 'Delete portfolio'}
      isDangerous
    >
      <p className="text-sm">{describeLoss(count)}</p>
      <TextField
        ref={nameField}
        label="Type the portfolio's name"
        hint={portfolio.name}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...form.field('name')}
      />
    </FormDialog>
  );
}
