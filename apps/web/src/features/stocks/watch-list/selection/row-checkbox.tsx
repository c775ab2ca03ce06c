interface RowCheckboxProps {
  label: string;
  /** Undefined if some, but not all, of several rows are selected. */
  isChecked: boolean | undefined;
  /** Receives whether Shift is held. */
  onToggle: (isRange: boolean) => void;
}

/** Selects a row, or all of them. A native checkbox, whose click event knows Shift. */
export function RowCheckbox({ label, isChecked, onToggle }: RowCheckboxProps) {
  return (
    <label className="grid size-7 shrink-0 place-items-center pointer-coarse:size-11 print:hidden">
      <input
        type="checkbox"
        aria-label={label}
        title={label}
        checked={isChecked === true}
        ref={(input) => {
          if (input) input.indeterminate = isChecked === undefined;
        }}
        // React requires a handler of a controlled checkbox; the click has the modifier keys.
        onChange={() => {}}
        onClick={(event) => onToggle(event.shiftKey)}
        className="size-4 accent-accent"
      />
    </label>
  );
}
