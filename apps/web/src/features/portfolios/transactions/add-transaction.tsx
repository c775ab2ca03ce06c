import type { Portfolio } from '@stockbook/api/schemas';

interface AddTransactionProps {
  portfolio: Portfolio;
  /** Text of the button. */
  label?: string;
  /** Fills in the form. */
  initial?: {
    readonly type?: 'BUY' | 'DEPOSIT' | 'TRANSFER_IN';
    readonly date?: string;
    readonly symbol?: string;
    readonly amount?: number;
    readonly currency?: string;
  };
}

/** A button with the dialog that adds a transaction. */
export function AddTransaction({ portfolio: _ }: AddTransactionProps) {
  return null;
}
