import { type ComponentProps, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { cn } from '#lib/cn.ts';
import { SectionBoundary } from '../../feedback/section-boundary.tsx';
import { ChoiceButton, IconButton, type IconButtonProps } from '../button.tsx';
import { cornerClass } from './corner-class.ts';

interface LazyPopupProps {
  /** The accessible name of the button, which an error message names, too. */
  label: string;
  icon: ReactNode;
  /** The choice that the button shows instead of the icon. */
  choice?: string | undefined;
  /** Whether the label stands beside the icon. */
  word?: IconButtonProps['word'];
  kind: 'dialog' | 'menu';
  disabled?: boolean;
  needsServer?: IconButtonProps['needsServer'];
  /** Renders the popup with its own button, open from the start. */
  children: (button: ReactElement) => ReactNode;
}

/** A button whose popup is loaded when it is pressed. If that fails, the button stays, and a message says why. */
export function LazyPopup({ label, icon, choice, word, kind, children, ...state }: LazyPopupProps) {
  const [isLoaded, setIsLoaded] = useState(false);
  const render = (props: ComponentProps<'button'>) =>
    choice === undefined ? (
      <IconButton label={label} word={word} {...state} {...props}>
        {icon}
      </IconButton>
    ) : (
      <ChoiceButton label={label} choice={choice} {...state} {...props} />
    );
  const button = render({
    'aria-haspopup': kind,
    'aria-expanded': false,
    onClick: () => setIsLoaded(true),
  });
  if (!isLoaded) return button;
  return (
    <SectionBoundary
      name={label}
      place={(message) => (
        <>
          {button}
          {createPortal(
            <div
              className={cn(
                cornerClass,
                'z-40 w-[min(28rem,calc(100vw-2rem))] rounded-md bg-surface text-ink shadow-raised',
              )}
            >
              {message}
            </div>,
            document.body,
          )}
        </>
      )}
    >
      <Suspense fallback={button}>{children(render({}))}</Suspense>
    </SectionBoundary>
  );
}
