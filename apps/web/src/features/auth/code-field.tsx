import { type ComponentProps, useState } from 'react';
import { TextField } from '#components/ui/field.tsx';

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, 'label' | 'hint' | 'type' | 'onChange'> & {
  onChange: (event: { target: { value: string } }) => void;
};

/** The second step of a sign-in: a code of the authenticator app, or a recovery code instead. */
export function CodeField({ onChange, ...field }: CodeFieldProps) {
  const [isRecovery, setIsRecovery] = useState(false);

  function toggle() {
    setIsRecovery(!isRecovery);
    onChange({ target: { value: '' } });
  }

  return (
    <div>
      <TextField
        key={String(isRecovery)}
        label="Code"
        required
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize={isRecovery ? 'characters' : 'none'}
        spellCheck={false}
        hint={
          isRecovery
            ? 'Enter one of the recovery codes that you kept'
            : 'Enter the code from your authenticator app'
        }
        onChange={onChange}
        {...field}
      />
      <button
        type="button"
        disabled={field.disabled}
        onClick={toggle}
        className="mt-1 min-h-6 text-sm pointer-coarse:min-h-11 font-medium text-accent underline-offset-4 hover:underline"
      >
        {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
      </button>
    </div>
  );
}
