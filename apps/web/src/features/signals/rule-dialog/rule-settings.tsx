import type { SignalRule } from '@stockbook/api/schemas';
import { useId } from 'react';
import { controlClass, Field, TextField } from '#components/ui/field.tsx';
import { LabelledOptions, NamedOptions, Select } from '#components/ui/select.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { useLists } from '#lib/api/lists.ts';
import { cn } from '#lib/cn.ts';

type Scope = SignalRule['scope'];
type Trigger = SignalRule['trigger'];

export interface RuleSettingsValues {
  /** Empty for the sentence of the rule. */
  readonly name: string;
  readonly scope: Scope;
  /** The list of the scope `list`; empty until one is chosen. */
  readonly listId: string;
  readonly trigger: Trigger;
  /** Text, which may be unfinished. */
  readonly quietBars: string;
  /** The last day, `YYYY-MM-DD`; empty for no end. */
  readonly expiresOn: string;
  /** Whether a new rule over a list turns on the notification of all its stocks. */
  readonly notify: boolean;
}

interface RuleSettingsProps {
  values: RuleSettingsValues;
  onChange: (values: RuleSettingsValues) => void;
  /** The stock of the scope `stock`; null if the rule can only be about a list. */
  symbol: string | null;
  isNew: boolean;
  /** The default name. */
  sentence: string;
  /** Whether to show the errors. */
  hasSubmitted: boolean;
}

const triggers: readonly { value: Trigger; label: string }[] = [
  { value: 'becomes_true', label: 'When it becomes true' },
  { value: 'every_bar', label: 'On every bar while it is true' },
  { value: 'once', label: 'Once, then switch off' },
];

const maxQuietBars = 250;

/** The number of quiet bars; null if the text is not a valid number. */
export function readQuietBars(text: string): number | null {
  const bars = text.trim() === '' ? 0 : Number(text);
  return Number.isInteger(bars) && bars >= 0 && bars <= maxQuietBars ? bars : null;
}

/** When, for which stocks and under which name a rule gives signals. */
export function RuleSettings({ values, onChange, symbol, isNew, sentence, hasSubmitted }: RuleSettingsProps) {
  return (
    <div className="space-y-3">
      <Field label="Give a signal" hint="Checked at the close of each day.">
        {(control) => (
          <Select
            {...control}
            value={values.trigger}
            onChange={(event) => {
              const trigger = triggers.find(({ value }) => value === event.target.value)?.value;
              if (trigger) onChange({ ...values, trigger });
            }}
          >
            <LabelledOptions choices={triggers} />
          </Select>
        )}
      </Field>
      <ScopeFields values={values} onChange={onChange} symbol={symbol} isNew={isNew} />
      <QuietBarsField
        text={values.quietBars}
        hasSubmitted={hasSubmitted}
        onChange={(quietBars) => onChange({ ...values, quietBars })}
      />
      <div className="grid grid-cols-[9.5rem_1fr] gap-3">
        <TextField
          label="Last day (optional)"
          type="date"
          value={values.expiresOn}
          onChange={(event) => onChange({ ...values, expiresOn: event.target.value })}
        />
        <TextField
          label="Name (optional)"
          maxLength={100}
          value={values.name}
          placeholder={sentence}
          onChange={(event) => onChange({ ...values, name: event.target.value })}
        />
      </div>
    </div>
  );
}

type ScopeFieldsProps = Omit<RuleSettingsProps, 'sentence' | 'hasSubmitted'>;

/** The stocks that a rule is about. */
function ScopeFields({ values, onChange, symbol, isNew }: ScopeFieldsProps) {
  const { lists = [] } = useLists();
  const scopes: readonly { value: Scope; label: string }[] = [
    ...(symbol === null ? [] : [{ value: 'stock', label: `This stock (${symbol})` } as const]),
    { value: 'favorites', label: 'Favorites' },
    { value: 'watch_list', label: 'Whole watch list' },
    ...(lists.length === 0 && values.scope !== 'list' ? [] : [{ value: 'list', label: 'A list' } as const]),
  ];
  return (
    <>
      <Field label="Stocks">
        {(control) => (
          <Select
            {...control}
            value={values.scope}
            onChange={(event) => {
              const scope = scopes.find(({ value }) => value === event.target.value)?.value;
              const listId = values.listId || (lists[0]?.id ?? '');
              if (scope) onChange({ ...values, scope, listId });
            }}
          >
            <LabelledOptions choices={scopes} />
          </Select>
        )}
      </Field>
      {values.scope === 'list' && (
        <Field label="List">
          {(control) => (
            <Select
              {...control}
              value={values.listId}
              onChange={({ target }) => onChange({ ...values, listId: target.value })}
            >
              <NamedOptions items={lists} />
            </Select>
          )}
        </Field>
      )}
      {isNew && values.scope !== 'stock' && (
        <Switch
          label="Turn on notifications for all these stocks"
          checked={values.notify}
          onChange={(notify) => onChange({ ...values, notify })}
        />
      )}
    </>
  );
}

interface QuietBarsFieldProps {
  text: string;
  onChange: (text: string) => void;
  hasSubmitted: boolean;
}

function QuietBarsField({ text, onChange, hasSubmitted }: QuietBarsFieldProps) {
  const hasError = hasSubmitted && readQuietBars(text) === null;
  const errorId = useId();
  return (
    <div>
      <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
        Silent for
        <input
          aria-label="Silent for … bars after a signal"
          aria-invalid={hasError}
          aria-describedby={hasError ? errorId : undefined}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          placeholder="0"
          onChange={(event) => onChange(event.target.value)}
          className={cn(controlClass, 'numeric h-9 w-16! text-sm')}
        />
        bars after a signal
      </p>
      {hasError && <p id={errorId} className="mt-1.5 text-sm text-down">{`0 to ${maxQuietBars}`}</p>}
    </div>
  );
}
