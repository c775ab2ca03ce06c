import { Switch as Base } from '@base-ui/react/switch';
import { type ReactNode, useId } from 'react';
import { cn } from '#lib/cn.ts';

interface SwitchProps {
  label: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** An on-off control that takes effect immediately. */
export function Switch({ label, checked, disabled = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="inline-flex max-w-full min-h-6 min-w-9 items-center gap-2.5 text-sm has-data-disabled:text-muted pointer-coarse:min-h-11 pointer-coarse:min-w-11"
    >
      <Base.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
        className={cn(
          'flex h-5 w-9 shrink-0 items-center rounded-full border border-edge bg-sunken p-0.5 transition-colors',
          'data-checked:border-accent data-checked:bg-accent',
        )}
      >
        <Base.Thumb className="size-3.5 rounded-full bg-edge transition-transform data-checked:translate-x-4 data-checked:bg-on-accent" />
      </Base.Root>
      {label}
    </label>
  );
}
