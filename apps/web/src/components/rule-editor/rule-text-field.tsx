import {
  type Catalogue,
  type CompletionOption,
  completeRule,
  type Fix,
  type RuleError,
} from '@stockbook/rules/language';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { cn } from '#lib/cn.ts';
import { Button } from '../ui/button.tsx';
import { controlClass } from '../ui/field.tsx';

type CompletionState = ReturnType<typeof useCompletion>;

const noOptions: readonly CompletionOption[] = [];

/**
 * The words that can stand at the caret. Opens while a word is typed, or with Ctrl+Space.
 * @param onReplace receives the text with the chosen option, and the caret behind it
 */
function useCompletion(text: string, catalogue: Catalogue, onReplace: (text: string, caret: number) => void) {
  const [caret, setCaret] = useState<number | null>(null);
  const [highlighted, setHighlighted] = useState(0);
  const completion = caret === null ? null : completeRule(text, Math.min(caret, text.length), catalogue);
  const word = completion ? text.slice(completion.offset, completion.offset + completion.length) : '';
  // A word that is complete needs no list, which would take the Enter key.
  const isComplete = completion?.options.some((option) => option.text === word.toLowerCase()) ?? false;
  const options = completion && !isComplete ? completion.options : noOptions;
  const close = () => setCaret(null);
  const openAt = (position: number) => {
    setCaret(position);
    setHighlighted(0);
  };

  function choose(option: CompletionOption) {
    if (!completion) return;
    const end = completion.offset + option.text.length;
    const after = text.slice(completion.offset + completion.length);
    close();
    onReplace(text.slice(0, completion.offset) + option.text + after, end);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const option = options[highlighted];
    if (event.key === ' ' && event.ctrlKey) {
      openAt(event.currentTarget.selectionStart);
    } else if (!option) {
      return;
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setHighlighted((highlighted + step + options.length) % options.length);
    } else if (event.key === 'Enter') {
      choose(option);
    } else if (event.key === 'Escape') {
      // The dialog around the field stays open.
      event.stopPropagation();
      close();
    } else {
      return;
    }
    event.preventDefault();
  }

  return {
    options,
    highlighted,
    onKeyDown,
    /** Looks for options after typing; `position` is that of the caret. */
    onType: (typed: string, position: number) => {
      if (/[a-z_.]$/i.test(typed.slice(0, position))) openAt(position);
      else close();
    },
    choose,
    close,
  };
}

interface RuleTextFieldProps {
  label: ReactNode;
  value: string;
  onChange: (value: string) => void;
  catalogue: Catalogue;
  /** The error to underline; null if the rule is valid, or still being typed. */
  error: RuleError | null;
  /** Shown below the field if there is no error. */
  hint?: ReactNode;
}

/** The text and its underline must wrap alike: styles.css enlarges the text of fields on touch screens. */
const textClass =
  'px-3 py-2 font-mono text-sm leading-6 whitespace-pre-wrap break-words pointer-coarse:text-[1rem]';

/** A text field for a rule: completes names of the catalogue and underlines an error at its position. */
export function RuleTextField({ label, value, onChange, catalogue, error: found, hint }: RuleTextFieldProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const underline = useRef<HTMLDivElement>(null);
  const [nextCaret, setNextCaret] = useState<number | null>(null);
  const replace = (text: string, caret: number) => {
    onChange(text);
    setNextCaret(caret);
  };
  const completion = useCompletion(value, catalogue, replace);
  const { options, highlighted } = completion;
  // A word that is being completed is not an error yet.
  const error = options.length > 0 ? null : found;
  const note = error?.message ?? hint;
  const apply = ({ offset, length, text }: Fix) => {
    replace(value.slice(0, offset) + text + value.slice(offset + length), offset + text.length);
    field.current?.focus();
  };

  // React moves the caret to the end of a text that was set from outside.
  useLayoutEffect(() => {
    if (nextCaret === null) return;
    field.current?.setSelectionRange(nextCaret, nextCaret);
    setNextCaret(null);
  }, [nextCaret]);

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        {error && <Underline ref={underline} text={value} error={error} />}
        <textarea
          id={id}
          ref={field}
          rows={3}
          value={value}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          aria-invalid={error !== null}
          aria-describedby={note ? `${id}-note` : undefined}
          aria-autocomplete="list"
          aria-controls={options.length > 0 ? `${id}-options` : undefined}
          aria-activedescendant={options.length > 0 ? `${id}-option-${highlighted}` : undefined}
          className={cn(controlClass, textClass, 'relative block resize-y bg-transparent')}
          onKeyDown={completion.onKeyDown}
          onBlur={completion.close}
          onScroll={(event) => {
            if (underline.current) underline.current.scrollTop = event.currentTarget.scrollTop;
          }}
          onChange={(event) => {
            onChange(event.target.value);
            completion.onType(event.target.value, event.target.selectionStart);
          }}
        />
        {options.length > 0 && <CompletionList id={id} completion={completion} />}
      </div>
      <p role="status" className="sr-only">
        {options.length > 0 && `${options.length} completions. ${options[highlighted]?.text}`}
      </p>
      <Explanation id={`${id}-note`} error={error} hint={hint} onFix={apply} field={field} />
    </div>
  );
}

interface ExplanationProps extends Pick<RuleTextFieldProps, 'error' | 'hint'> {
  id: string;
  onFix: (fix: Fix) => void;
  field: RefObject<HTMLElement | null>;
}

/** The error with a button that corrects it, or the hint. An error scrolls into view while the text is written. */
function Explanation({ id, error, hint, onFix, field }: ExplanationProps) {
  const explanation = useRef<HTMLDivElement>(null);
  const message = error?.message;
  const note = message ?? hint;
  const fix = error?.fix;
  // In the low sheet of a phone, the row of buttons covers what stands below the field: `scroll-mb-24` is its height.
  useEffect(() => {
    if (message === undefined || document.activeElement !== field.current) return;
    explanation.current?.scrollIntoView?.({ block: 'nearest' });
  }, [message, field]);
  return (
    <div ref={explanation} className="scroll-mb-24">
      {note && (
        <p id={id} className={cn('mt-1.5 text-sm', error ? 'text-down' : 'text-muted')}>
          {note}
        </p>
      )}
      {fix && (
        <Button size="sm" onClick={() => onFix(fix)} className="mt-1.5 max-w-full">
          <span className="truncate">Use {fix.text}</span>
        </Button>
      )}
    </div>
  );
}

/** Underlines the error in a copy of the text behind the field. */
function Underline({ text, error, ref }: { text: string; error: RuleError; ref: Ref<HTMLDivElement> }) {
  const end = error.offset + error.length;
  return (
    <div
      ref={ref}
      aria-hidden="true"
      className={cn('absolute inset-0 overflow-hidden border border-transparent', textClass)}
    >
      <span className="invisible">{text.slice(0, error.offset)}</span>
      <span className="text-transparent underline decoration-down decoration-wavy decoration-2 underline-offset-4">
        {text.slice(error.offset, end) || '\u00a0\u00a0'}
      </span>
    </div>
  );
}

/** @param id of the field */
function CompletionList({ id, completion }: { id: string; completion: CompletionState }) {
  const { options, highlighted, choose } = completion;
  return (
    <div
      id={`${id}-options`}
      role="listbox"
      aria-label="Completions"
      tabIndex={-1}
      className="absolute inset-x-0 top-full z-10 mt-1 max-h-52 overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-raised"
    >
      {options.map((option, index) => (
        <div
          key={`${option.kind} ${option.text}`}
          id={`${id}-option-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === highlighted}
          ref={(element) => {
            if (index === highlighted) element?.scrollIntoView?.({ block: 'nearest' });
          }}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onPointerUp={() => choose(option)}
          className={cn(
            'flex cursor-default items-baseline gap-3 rounded-[0.375rem] px-2.5 py-1.5 text-sm',
            index === highlighted && 'bg-sunken',
          )}
        >
          <span className="shrink-0 font-mono">{option.text}</span>
          <span className="min-w-0 grow truncate text-right text-xs text-muted">
            {option.detail ?? option.kind}
          </span>
        </div>
      ))}
    </div>
  );
}
