import { type Catalogue, parseRule, type Rule, type RuleError } from '@stockbook/rules/language';
import { useMemo, useState } from 'react';
import { operandProblem, type RowsText, type RuleRow, rowsAsText, rowsOfRule } from './rule-rows.ts';

type RuleDraft =
  | { readonly form: 'rows'; readonly rows: readonly RuleRow[] }
  | { readonly form: 'text'; readonly text: string };

interface ReadDraft {
  readonly text: string;
  readonly rule: Rule | null;
  /** In the order of the text. */
  readonly errors: readonly RuleError[];
}

export type RuleDraftControl = ReturnType<typeof useRuleDraft>;

function readDraft(draft: RuleDraft, catalogue: Catalogue): ReadDraft {
  if (draft.form === 'text') return { text: draft.text, ...parseRule(draft.text, catalogue) };
  const rowsText = rowsAsText(draft.rows);
  const problems = operandErrors(draft.rows, rowsText);
  return problems.length > 0
    ? { text: rowsText.text, rule: null, errors: problems }
    : { text: rowsText.text, ...parseRule(rowsText.text, catalogue) };
}

function operandErrors(rows: readonly RuleRow[], { spans }: RowsText): RuleError[] {
  return spans.flatMap(({ rowId, side, offset, length }) => {
    const operand = rows.find(({ id }) => id === rowId)?.[side];
    const message = operand && operandProblem(operand);
    return message ? [{ message, offset, length }] : [];
  });
}

function draftOf(text: string, catalogue: Catalogue): RuleDraft {
  const { rule } = parseRule(text, catalogue);
  const rows = rule && rowsOfRule(rule, catalogue).rows;
  return rows ? { form: 'rows', rows } : { form: 'text', text };
}

/** @param initial the text of the rule to begin with */
export function useRuleDraft(initial: string, catalogue: Catalogue) {
  const [draft, setDraft] = useState(() => draftOf(initial, catalogue));
  const [rowsProblem, setRowsProblem] = useState<string | null>(null);
  const read = useMemo(() => readDraft(draft, catalogue), [draft, catalogue]);

  const change = (next: RuleDraft) => {
    setDraft(next);
    setRowsProblem(null);
  };

  function showRows() {
    if (!read.rule) {
      setRowsProblem('Correct the text first. Rows show only a rule that can be read.');
      return;
    }
    const { rows, problem } = rowsOfRule(read.rule, catalogue);
    if (rows) change({ form: 'rows', rows });
    else setRowsProblem(`Rows cannot show "${problem}". Edit this rule as text.`);
  }

  return {
    draft,
    read,
    setRows: (rows: readonly RuleRow[]) => change({ form: 'rows', rows }),
    setText: (text: string) => change({ form: 'text', text }),
    /** Replaces the draft by a rule, in rows if they can show it. */
    replace: (text: string) => change(draftOf(text, catalogue)),
    showText: () => change({ form: 'text', text: read.text }),
    showRows,
    /** Why the text is not shown as rows; null if that was not tried, or the text has changed since. */
    rowsProblem,
  };
}
