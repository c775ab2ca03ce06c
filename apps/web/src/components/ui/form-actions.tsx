import type { ReactNode } from 'react';
import { Button, type ButtonSize } from './button.tsx';

interface FormActionsProps {
  /** While the form is sent, neither button can be used. */
  isBusy: boolean;
  /** Whether the form cannot be sent as it is. */
  isDisabled?: boolean;
  onCancel: () => void;
  isDangerous?: boolean;
  size?: ButtonSize;
  children: ReactNode;
}

export function FormActions({
  isBusy,
  isDisabled = false,
  onCancel,
  isDangerous = false,
  size = 'md',
  children,
}: FormActionsProps) {
  return (
    <div className="flex justify-end gap-2">
      <Button size={size} disabled={isBusy} onClick={onCancel}>
        Cancel
      </Button>
      <Button
        type="submit"
        size={size}
        variant={isDangerous ? 'danger' : 'primary'}
        disabled={isBusy || isDisabled}
        needsServer
      >
        {children}
      </Button>
    </div>
  );
}
