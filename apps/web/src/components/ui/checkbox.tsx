import type { ReactNode } from 'react';

interface CheckboxProps {
  label: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** A choice that takes effect with a button. */
export function Checkbox({ label, checked, disabled, onChange }: CheckboxProps) {
  return (
    <label className="inline-flex min-h-6 items-center gap-2.5 text-sm pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 shrink-0 accent-accent"
      />
      {label}
    </label>
  );
}
