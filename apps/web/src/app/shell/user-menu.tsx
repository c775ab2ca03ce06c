import { Link } from '@tanstack/react-router';
import { Keyboard, NotebookPen, Settings } from 'lucide-react';
import type { ReactElement } from 'react';
import { PopoverPanelPopup } from '#components/ui/overlay/popover-panel-popup.tsx';
import { ThemePicker } from '#components/ui/theme-picker.tsx';
import { cn } from '#lib/cn.ts';
import { useSessionState } from '#lib/session/session-context.ts';

const panelItemClass = cn(
  'flex h-9 w-full items-center pointer-coarse:h-11 gap-2.5 rounded-[0.375rem] px-2.5 text-sm hover:bg-sunken',
  '[&_svg]:size-4 [&_svg]:text-muted',
);

interface UserMenuProps {
  trigger: ReactElement;
  onShowShortcuts: () => void;
}

/** The user's menu, open from the start: it is loaded when its button is pressed for the first time. */
export function UserMenu({ trigger, onShowShortcuts }: UserMenuProps) {
  const { user } = useSessionState();
  return (
    <PopoverPanelPopup label="User menu" size="sm" side="bottom" trigger={trigger}>
      {(close) => (
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
      )}
    </PopoverPanelPopup>
  );
}
