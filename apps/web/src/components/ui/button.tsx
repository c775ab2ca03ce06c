import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type MouseEvent, useState } from 'react';
import { cn } from '#lib/cn.ts';
import { notPossibleOffline, useIsOffline } from '#lib/session/session-context.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'md' | 'sm' | 'lg';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent not-aria-disabled:hover:bg-accent-hover',
  secondary: 'border border-line bg-surface text-ink not-aria-disabled:hover:bg-sunken',
  quiet: 'text-muted not-aria-disabled:hover:bg-sunken not-aria-disabled:hover:text-ink',
  danger: 'bg-down text-surface not-aria-disabled:hover:opacity-90',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'h-8 px-2.5 text-sm pointer-coarse:h-11',
  md: 'h-9 px-3.5 text-sm pointer-coarse:h-11',
  lg: 'h-11 px-5 text-base',
};

/** Button styles, also for links that look like a button. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md'): string {
  return cn(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap',
    'transition-colors aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
  );
}

function ignoreClick(event: MouseEvent): void {
  event.preventDefault();
}

interface ServerOnly {
  /** Disables the button while the pages are shown without the server. */
  needsServer?: boolean | undefined;
}

/**
 * A browser takes the focus away from a button that becomes disabled: until it is left, such a button ignores clicks.
 */
function useDisabled({
  disabled = false,
  needsServer = false,
  onFocus,
  onBlur,
  onClick,
  ...rest
}: ComponentProps<'button'> & ServerOnly) {
  const [isFocused, setIsFocused] = useState(false);
  const lacksServer = useIsOffline() && needsServer;
  return {
    ...rest,
    ...(lacksServer && { title: notPossibleOffline }),
    ...(disabled || lacksServer
      ? { disabled: !isFocused, 'aria-disabled': true, onClick: ignoreClick }
      : { onClick }),
    onFocus: (event) => {
      setIsFocused(true);
      onFocus?.(event);
    },
    onBlur: (event) => {
      setIsFocused(false);
      onBlur?.(event);
    },
  } satisfies ComponentProps<'button'>;
}

interface ButtonProps extends ComponentProps<'button'>, ServerOnly {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

export function Button({ variant, size, className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={cn(buttonClass(variant, size), className)} {...useDisabled(rest)} />;
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'>, ServerOnly {
  /** The tooltip and accessible name. */
  label: string;
  /** Whether the label stands beside the icon: always, in a row of tools with room for it, or in a line of its own. */
  word?: 'always' | 'withRoom' | 'line' | undefined;
}

const wordClasses = {
  withRoom: {
    button:
      '@min-[62rem]/tools:w-auto! @min-[62rem]/tools:gap-1.5 @min-[62rem]/tools:px-2 @min-[62rem]/tools:text-sm @min-[62rem]/tools:font-medium',
    label: '@max-[62rem]/tools:hidden',
  },
  always: { button: 'w-auto! gap-1.5 px-2 text-sm font-medium', label: '' },
  line: { button: 'w-full! justify-start! gap-2 px-2 text-sm font-medium', label: '' },
} as const;

/** A square button that shows only an icon, or its word, too. */
export function IconButton({ label, word, className, type = 'button', children, ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      title={label}
      aria-label={label}
      className={cn(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-md text-muted transition-colors pointer-coarse:size-11',
        'not-aria-disabled:hover:bg-sunken not-aria-disabled:hover:text-ink aria-disabled:opacity-55 [&_svg]:size-[1.125rem]',
        word && wordClasses[word].button,
        className,
      )}
      {...useDisabled(rest)}
    >
      {children}
      {word && <span className={wordClasses[word].label}>{label}</span>}
    </button>
  );
}

interface ChoiceButtonProps extends ComponentProps<'button'>, ServerOnly {
  label: string;
  /** The present choice. */
  choice: string;
}

/** A button that shows a choice and opens what changes it; looks like a select. */
export function ChoiceButton({ label, choice, className, ...rest }: ChoiceButtonProps) {
  return (
    <button
      type="button"
      aria-label={choice.startsWith(label) ? label : `${label}: ${choice}`}
      title={choice}
      className={cn(
        'inline-flex h-9 w-40 items-center justify-between gap-1 rounded-md border border-line bg-surface pr-2 pl-2.5 text-sm font-medium transition-colors hover:bg-sunken pointer-coarse:h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted',
        className,
      )}
      {...useDisabled(rest)}
    >
      <span className="truncate">{choice}</span>
      <ChevronDown aria-hidden="true" />
    </button>
  );
}
