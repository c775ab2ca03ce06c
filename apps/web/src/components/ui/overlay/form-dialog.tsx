import type { ReactNode, RefObject } from 'react';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import type { FormState } from '#hooks/use-form.ts';
import { cn } from '#lib/cn.ts';
import { FormActions } from '../form-actions.tsx';
import { Dialog } from './dialog.tsx';
import { sheetFootClass } from './popup-class.ts';

interface FormDialogProps {
  title: string;
  form: FormState;
  onClose: () => void;
  initialFocus?: RefObject<HTMLElement | null>;
  action: string;
  isDangerous?: boolean;
  children: ReactNode;
}

/** A form in a dialog, which cannot be closed while it is sent. */
export function FormDialog({ form, action, isDangerous, onClose, children, ...dialog }: FormDialogProps) {
  const { isBusy, failure, onSubmit } = form;
  return (
    <Dialog open onClose={() => !isBusy && onClose()} {...dialog}>
      <form noValidate onSubmit={onSubmit} className="space-y-4">
        {failure && <ErrorBox message={failure.message} detail={failure.detail} />}
        {children}
        <div className={cn('sm:pt-1', sheetFootClass)}>
          <FormActions isBusy={isBusy} onCancel={onClose} isDangerous={isDangerous}>
            {action}
          </FormActions>
        </div>
      </form>
    </Dialog>
  );
}
