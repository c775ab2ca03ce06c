import type { ComponentProps } from 'react';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { reminderNames } from './reminders.ts';

interface ReminderFieldProps
  extends Pick<ComponentProps<'select'>, 'name' | 'value' | 'disabled' | 'onChange'> {
  error: string | undefined;
}

/** When the inbox reminds of the next price. */
export function ReminderField({ error, ...select }: ReminderFieldProps) {
  return (
    <Field label="Remind me of a new price" error={error}>
      {(control) => (
        <Select {...control} {...select}>
          {Object.entries(reminderNames).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
