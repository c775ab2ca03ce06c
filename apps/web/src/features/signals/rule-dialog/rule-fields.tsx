import type { RulePreview, SignalRule } from '@stockbook/api/schemas';
import { type Catalogue, describeRule, printRule, type RuleError } from '@stockbook/rules/language';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { WithCatalogue } from '#components/feedback/with-catalogue.tsx';
import { RuleEditor } from '#components/rule-editor/rule-editor.tsx';
import { useRuleDraft } from '#components/rule-editor/use-rule-draft.ts';
import { Button } from '#components/ui/button.tsx';
import { FormActions } from '#components/ui/form-actions.tsx';
import { useAttempts } from '#hooks/use-attempts.ts';
import { useDebounced } from '#hooks/use-debounced.ts';
import { trpc } from '#lib/api/trpc.ts';
import { cn } from '#lib/cn.ts';
import { usePreview } from '../api/evaluations.ts';
import { ownNameOf } from '../rules/rule-element.ts';
import { ruleErrorsOf } from './rule-errors.ts';
import { PreviewStock, RulePreviewLine, usePreviewStock } from './rule-preview-line.tsx';
import { RuleSettings, type RuleSettingsValues, readQuietBars } from './rule-settings.tsx';
import { useSaveRule } from './use-save-rule.ts';

interface StartingPointsProps {
  /** The price of the first level. */
  lastClose: number | null;
  onChoose: (rule: string) => void;
}

export const firstRule = 'rsi(14) crosses above 30';

export function StartingPoints({ lastClose, onChoose }: StartingPointsProps) {
  const points = [
    ['RSI leaves oversold', firstRule],
    ['Golden cross', 'sma(50) crosses above sma(200)'],
    ['Breakout of the 52-week high', 'high > max(high, 252)[1]'],
    ['Price touches a level', `price touches ${(lastClose ?? 100).toFixed((lastClose ?? 100) < 10 ? 4 : 2)}`],
  ] as const;
  return (
    <section aria-label="Starting points" className="flex flex-wrap gap-1.5">
      {points.map(([label, rule]) => (
        <Button
          key={label}
          size="sm"
          className="h-7 rounded-full px-3 text-xs pointer-coarse:h-11"
          onClick={() => onChoose(rule)}
        >
          {label}
        </Button>
      ))}
    </section>
  );
}

/** The server allows 30 previews a minute. */
const debounceMs = 300;
/** Fills the dialog, so that the buttons stay where they are; a focused field is scrolled out from under the footer. */
const formClass = 'flex grow flex-col gap-4 [&_:is(input,select,textarea)]:scroll-mb-36';
/** Stays in view at the bottom of the dialog, whose padding `--pad` it covers. */
const footerClass = cn(
  'sticky -bottom-[calc(var(--pad)+env(safe-area-inset-bottom))] -mx-(--pad) mt-auto -mb-[calc(var(--pad)+env(safe-area-inset-bottom))]',
  'space-y-3 border-t border-line bg-surface px-(--pad) pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))]',
);
const noErrors: readonly RuleError[] = [];

export interface RuleFieldsProps {
  /** The stock of the page; null outside of a stock's page. */
  symbol: string | null;
  /** The rule to edit; null for a new one. */
  rule: SignalRule | null;
  catalogue: Catalogue;
  onClose: () => void;
  /** Closes after a question if the form has changed. */
  onCancel: () => void;
  /** Is set to whether the form differs from what it began with. */
  isChanged: RefObject<boolean>;
  /** Receives the first control of the form. */
  firstControl: RefObject<HTMLElement | null>;
  onPreview?: (preview: RulePreview | null) => void;
  onSaved?: (message: string | null) => void;
  /** Moves the chart of the page to a bar, `YYYY-MM-DD`. */
  onShowDate?: ((date: string) => void) | undefined;
}

/** Sets a reference to a value while the component is mounted, and then to false. */
function useReported(reference: RefObject<boolean>, value: boolean): void {
  useEffect(() => {
    reference.current = value;
    return () => {
      reference.current = false;
    };
  }, [reference, value]);
}

/** Names the first button of a form, and gives it the focus if its dialog has opened before the form was loaded. */
function useFirstControl(
  form: RefObject<HTMLFormElement | null>,
  firstControl: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const first = form.current?.querySelector('button') ?? null;
    firstControl.current = first;
    const dialog = document.activeElement?.closest('[role="dialog"]');
    if (dialog?.contains(first)) first?.focus({ preventScroll: true });
  }, [form, firstControl]);
}

/**
 * Previews a rule on a stock, once typing has paused.
 * @param onPreview receives the preview, and null when there is none
 */
function useRulePreview(
  { text, rule }: ReturnType<typeof useRuleDraft>['read'],
  ruleSymbol: string | null,
  onPreview: RuleFieldsProps['onPreview'],
) {
  const isTyping = useDebounced(text, debounceMs) !== text;
  const stock = usePreviewStock(ruleSymbol);
  const canPreview = !isTyping && rule !== null && stock.symbol !== null;
  const { data, error, isFetching } = usePreview(
    canPreview && stock.symbol !== null ? { symbol: stock.symbol, when: text } : null,
  );
  const shown = rule === null ? undefined : data;
  useEffect(() => onPreview?.(shown ?? null), [onPreview, shown]);
  useEffect(() => () => onPreview?.(null), [onPreview]);
  return { stock, shown, error, isTyping, isPending: rule !== null && (isTyping || isFetching) };
}

/** The editor of a rule with its preview, its settings and the buttons. */
export function RuleFields({ symbol, rule, catalogue, onPreview, ...props }: RuleFieldsProps) {
  const { onClose, onCancel, isChanged, firstControl, onSaved, onShowDate } = props;
  const ruleSymbol = rule ? (rule.symbol ?? symbol) : symbol;
  const firstText = rule?.when ?? firstRule;
  const control = useRuleDraft(firstText, catalogue);
  const [firstSettings] = useState<RuleSettingsValues>({
    name: (rule && ownNameOf(rule)) ?? '',
    scope: rule?.scope ?? (symbol === null ? 'watch_list' : 'stock'),
    listId: rule?.list_id ?? '',
    trigger: rule?.trigger ?? 'becomes_true',
    quietBars: rule ? String(rule.quiet_bars) : '',
    expiresOn: rule?.expires_on ?? '',
    notify: false,
  });
  const [settings, setSettings] = useState(firstSettings);
  const form = useRef<HTMLFormElement>(null);
  const [hasSubmitted, noteTry] = useAttempts(form);
  useFirstControl(form, firstControl);
  const { read } = control;
  const text = read.rule ? printRule(read.rule) : read.text;
  useReported(isChanged, text !== firstText || JSON.stringify(settings) !== JSON.stringify(firstSettings));
  const preview = useRulePreview(read, ruleSymbol, onPreview);
  const { isBusy, error: saveError, add, change } = useSaveRule({ onClose, onMessage: onSaved });
  const serverErrors = ruleErrorsOf(saveError ?? preview.error);
  const isUnderlined = serverErrors.length > 0;
  const errors = preview.isTyping && !hasSubmitted ? noErrors : read.rule ? serverErrors : read.errors;
  const lastClose = trpc.useUtils().stocks.get.getData({ symbol: symbol ?? '' })?.stock.last_close ?? null;

  function submit(event: FormEvent) {
    event.preventDefault();
    noteTry();
    const quiet_bars = readQuietBars(settings.quietBars);
    if (isBusy || !read.rule || quiet_bars === null) return;
    const { scope, trigger, notify } = settings;
    const values = {
      when: read.text,
      name: settings.name.trim() || null,
      scope,
      symbol: scope === 'stock' ? ruleSymbol : null,
      list_id: scope === 'list' ? settings.listId : null,
      trigger,
      quiet_bars,
      expires_on: settings.expiresOn || null,
    };
    // The server refuses to check anything else during the session.
    const isLevel = scope === 'stock' && read.rule.type === 'touch' && read.rule.level.type === 'number';
    if (rule?.during_session) change(rule, { ...values, during_session: isLevel });
    else if (rule) change(rule, values);
    else add({ ...values, notify: scope !== 'stock' && notify });
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className={formClass}>
      {!rule && <StartingPoints lastClose={lastClose} onChoose={control.replace} />}
      <RuleEditor control={control} catalogue={catalogue} errors={errors} />
      <RuleSettings
        values={settings}
        onChange={setSettings}
        symbol={ruleSymbol}
        isNew={rule === null}
        sentence={read.rule ? describeRule(read.rule) : ''}
        hasSubmitted={hasSubmitted}
      />
      <div className={footerClass}>
        {ruleSymbol === null && <PreviewStock stock={preview.stock} />}
        <RulePreviewLine
          preview={preview.shown}
          isPending={preview.isPending}
          error={read.rule === null || isUnderlined ? null : preview.error}
          onShowDate={onShowDate}
        />
        {saveError && !isUnderlined && <QueryError error={saveError} fallback="Failed to save signal" />}
        <FormActions isBusy={isBusy} onCancel={onCancel}>
          {rule ? (isBusy ? 'Saving...' : 'Save') : isBusy ? 'Adding...' : 'Add Signal'}
        </FormActions>
      </div>
    </form>
  );
}

export function RuleForm(props: Omit<RuleFieldsProps, 'catalogue'>) {
  return (
    <WithCatalogue className="h-96">
      {(catalogue) => <RuleFields {...props} catalogue={catalogue} />}
    </WithCatalogue>
  );
}
