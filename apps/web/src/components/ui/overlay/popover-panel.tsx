import type { ReactNode } from 'react';
import { lazyPart } from '#lib/lazy-with-reload.ts';
import type { IconButtonProps } from '../button.tsx';
import { LazyPopup } from './lazy-popup.tsx';
import type { PanelSize } from './popover-panel-popup.tsx';

/** Base UI's popover has 16 kB, more than the page of a stock has left of its budget. */
const PopoverPanelPopup = lazyPart(async () => (await import('./popover-panel-popup.tsx')).PopoverPanelPopup);

interface PopoverPanelProps {
  /** The accessible name of the button and of the panel. */
  label: string;
  icon?: ReactNode;
  /** The choice that the button shows instead of the icon. */
  choice?: string;
  /** Whether the label stands beside the icon. */
  word?: IconButtonProps['word'];
  size?: PanelSize;
  needsServer?: IconButtonProps['needsServer'];
  /** Renders the content, which calls `close` after a choice. */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a panel below it, on a phone a sheet at the bottom of the window. */
export function PopoverPanel({ label, icon, word, size = 'sm', children, ...button }: PopoverPanelProps) {
  return (
    <LazyPopup label={label} icon={icon} word={word} kind="dialog" {...button}>
      {(trigger) => (
        // Beside a line of a panel, whose other lines it would cover.
        <PopoverPanelPopup
          label={label}
          size={size}
          side={word === 'line' ? 'left' : 'bottom'}
          trigger={trigger}
        >
          {children}
        </PopoverPanelPopup>
      )}
    </LazyPopup>
  );
}
