import { Link } from '@tanstack/react-router';
import { ShieldAlert, X } from 'lucide-react';
import { buttonClass, IconButton } from '#components/ui/button.tsx';

/** A security event, which the user may dismiss. */
export function SecurityNotice({ message, onDismiss }: { message: string; onDismiss: () => void }) {
  return (
    <li className="flex items-center gap-3 rounded-md bg-warn-soft py-1.5 pr-1.5 pl-3.5 text-sm max-sm:flex-wrap">
      <ShieldAlert aria-hidden="true" className="size-4 shrink-0 text-warn" />
      <p className="min-w-0 grow basis-0">{message}</p>
      <div className="flex items-center gap-1 max-sm:w-full max-sm:justify-end">
        <Link to="/settings" hash="security" className={buttonClass('secondary', 'sm')}>
          Change password
        </Link>
        <IconButton label="Dismiss" onClick={onDismiss}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
}
