import { Link } from '@tanstack/react-router';
import { Keyboard, NotebookPen, Settings } from 'lucide-react';
import { ThemePicker } from '#components/ui/theme-picker.tsx';
import { cn } from '#lib/cn.ts';
import { useSessionState } from '#lib/session/session-context.ts';

const panelItemClass = cn(
  'flex h-9 w-full items-center pointer-coarse:h-11 gap-2.5 rounded-[0.375rem] px-2.5 text-sm hover:bg-sunken',
  '[&_svg]:size-4 [&_svg]:text-muted',
);

interface UserPanelProps {
  /** Closes the panel. */
  close: () => void;
  onShowShortcuts: () => void;
}

/** The content of the user's menu. */
export function UserPanel({ close, onShowShortcuts }: UserPanelProps) {
  const { user } = useSessionState();
  return (
    <>
      {user && <p className="truncate px-2.5 pt-1 pb-2 text-xs text-muted">{user.email}</p>}
      <Link to="/journal" onClick={close} className={cn(panelItemClass, 'sm:hidden')}>
        <NotebookPen aria-hidden="true" /> Journal
      </Link>
      <Link to="/settings" onClick={close} className={panelItemClass}>
        <Settings aria-hidden="true" /> Settings
      </Link>
      <button
        type="button"
        className={panelItemClass}
        onClick={() => {
          close();
          onShowShortcuts();
        }}
      >
        <Keyboard aria-hidden="true" /> Keyboard shortcuts
      </button>
      <div className="mt-2 border-t border-line pt-2">
        <ThemePicker />
      </div>
    </>
  );
}
