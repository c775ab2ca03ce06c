import { Link } from '@tanstack/react-router';
import { BellOff, X } from 'lucide-react';
import { IconButton } from '#components/ui/button.tsx';

/** Says that the notifications on this device have stopped, until it is closed. */
export function StoppedLine({ onClose }: { onClose: () => void }) {
  return (
    <p className="mb-3 flex items-center gap-x-3 rounded-md bg-warn-soft py-1 pr-1 pl-3.5 text-sm">
      <BellOff aria-hidden="true" className="size-4 shrink-0 text-warn" />
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-1.5">
        <span>Notifications on this device stopped.</span>
        <Link
          to="/signals"
          search={{ tab: 'delivery' }}
          className="inline-flex items-center font-medium text-accent underline pointer-coarse:min-h-11"
        >
          Turn on again
        </Link>
      </span>
      <IconButton label="Close" onClick={onClose}>
        <X aria-hidden="true" />
      </IconButton>
    </p>
  );
}
