import { TextField } from '#components/ui/field.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { readSettings, type SettingsDraft, settingFields } from './run-settings.ts';
import { FieldGroup } from './strategy-fields.tsx';

interface SettingsFieldsProps {
  draft: SettingsDraft;
  onChange: (draft: SettingsDraft) => void;
}

/** Costs, sizing and the time range of a run. */
export function SettingsFields({ draft, onChange }: SettingsFieldsProps) {
  const { errors } = readSettings(draft);
  return (
    <FieldGroup legend="Costs and range" note="Each stock has its own cash, in its own currency.">
      <div className="grid grid-cols-2 gap-3">
        {settingFields.map(({ name, label }) => (
          <TextField
            key={name}
            label={label}
            inputMode="decimal"
            value={draft.numbers[name]}
            error={errors[name]}
            onChange={(event) =>
              onChange({ ...draft, numbers: { ...draft.numbers, [name]: event.target.value } })
            }
          />
        ))}
        <TextField
          label="First day"
          type="date"
          className="col-start-1"
          value={draft.since}
          error={errors.since}
          onChange={(event) => onChange({ ...draft, since: event.target.value })}
        />
        <TextField
          label="Last day"
          type="date"
          value={draft.until}
          onChange={(event) => onChange({ ...draft, until: event.target.value })}
        />
      </div>
      <div className="mt-3 flex flex-col gap-2">
        <Switch
          label="Fractions of shares"
          checked={draft.fractional}
          onChange={(fractional) => onChange({ ...draft, fractional })}
        />
        <Switch
          label="Add dividends"
          checked={draft.dividends}
          onChange={(dividends) => onChange({ ...draft, dividends })}
        />
      </div>
    </FieldGroup>
  );
}
