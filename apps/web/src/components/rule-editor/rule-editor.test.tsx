import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { catalogue } from '#testing/catalogue.ts';
import { RuleEditor } from './rule-editor.tsx';
import { useRuleDraft } from './use-rule-draft.ts';

function Page({ rule }: { rule: string }) {
  const control = useRuleDraft(rule, catalogue);
  return (
    <>
      <RuleEditor control={control} catalogue={catalogue} errors={control.read.errors} />
      <output>{control.read.text}</output>
    </>
  );
}

function open(rule: string) {
  render(<Page rule={rule} />);
  return { written: () => document.querySelector('output')?.textContent };
}

function textField(): HTMLTextAreaElement {
  return screen.getByLabelText<HTMLTextAreaElement>('Rule');
}

function type(text: string) {
  // With the caret behind the text.
  fireEvent.change(textField(), { target: { value: text } });
}

const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe('rows', () => {
  it('writes the rule that the controls of the rows show', () => {
    const { written } = open('rsi() crosses above 30');
    expect(written()).toBe('rsi(14) crosses above 30');
    choose('Condition 1, left side, Period', '21');
    choose('Condition 1, operator', 'crosses below');
    choose('Condition 1, right side', 'MACD');
    choose('Condition 1, right side, line', 'macdsignal');
    fireEvent.click(screen.getByRole('button', { name: 'Condition 1, right side, more settings' }));
    choose('Condition 1, right side, bars ago', '2');
    expect(written()).toBe('rsi(21) crosses below macd(12, 26, 9).macdsignal[2]');
  });

  it('adds rows, joins them by "or" and removes them', () => {
    const { written } = open('price touches 187.50');
    fireEvent.click(screen.getByRole('button', { name: 'Add condition' }));
    choose('Before condition 2', 'or');
    expect(written()).toBe('price touches 187.5 or close > sma(200)');
    fireEvent.click(screen.getByRole('button', { name: 'Remove condition 1' }));
    expect(written()).toBe('close > sma(200)');
    expect(screen.queryByRole('button', { name: 'Remove condition 1' })).toBeNull();
  });

  it('shows an error at the side of the row that it is about', () => {
    open('close > 10 and rsi(14) > sma(20)');
    choose('Condition 2, right side, Period', '1');
    expect(screen.getByText('timeperiod of SMA must be a whole number from 2 to 100000')).toBeTruthy();
    const field = screen.getByLabelText('Condition 2, right side, Period');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    // The focus goes to the first invalid control: the number, not the select before it.
    for (const side of ['left', 'right']) {
      expect(screen.getByLabelText(`Condition 2, ${side} side`).getAttribute('aria-invalid')).toBeNull();
    }
    choose('Condition 2, right side', 'number');
    expect(screen.getByText('Enter a number, for example 30 or 187.5')).toBeTruthy();
  });
});

describe('the text form', () => {
  it('opens for a rule that rows cannot show, and says why it stays text', () => {
    const { written } = open('volume > 2 * sma(volume, 20)');
    expect(textField().value).toBe('volume > 2 * sma(volume, 20)');
    fireEvent.click(screen.getByRole('button', { name: 'Rows' }));
    expect(screen.getByRole('alert').textContent).toBe(
      'Rows cannot show "2 * sma(volume, 20)". Edit this rule as text.',
    );
    expect(written()).toBe('volume > 2 * sma(volume, 20)');
    type('volume > sma(volume, 20)');
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Rows' }));
    expect(screen.getByLabelText<HTMLSelectElement>('Condition 1, left side').value).toBe('volume');
    fireEvent.click(screen.getByRole('button', { name: 'Text' }));
    expect(textField().value).toBe('volume > sma(volume, 20)');
  });

  it('underlines an error at its position', () => {
    open('not close > 10');
    type('not rsi(14) above 30');
    expect(screen.getByText('Unexpected "above". Use ">", or "crosses above"')).toBeTruthy();
    expect(document.querySelector('.decoration-wavy')?.textContent).toBe('above');
    expect(textField().getAttribute('aria-invalid')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Rows' }));
    expect(screen.getByRole('alert').textContent).toContain('Correct the text first');
  });

  it('replaces a misspelt word by one press', () => {
    open('not close > 10');
    type('not close crosses abov 30 ');
    expect(screen.getByText('Unknown name "abov". Did you mean "above"?')).toBeTruthy();
    expect(document.querySelector('.decoration-wavy')?.textContent).toBe('abov');
    fireEvent.click(screen.getByRole('button', { name: 'Use above' }));
    const field = textField();
    expect(field.value).toBe('not close crosses above 30 ');
    expect(document.activeElement).toBe(field);
    expect(field.selectionStart).toBe('not close crosses above'.length);
    expect(screen.queryByRole('button', { name: /^Use / })).toBeNull();
  });

  it('scrolls to the explanation of an error while the text is written, and not before', () => {
    const scrolledTo: string[] = [];
    Element.prototype.scrollIntoView = function scroll() {
      scrolledTo.push(this.textContent);
    };
    onTestFinished(() => {
      Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
    });
    open('not close crosses abov 30');
    expect(screen.getByText('Unknown name "abov". Did you mean "above"?')).toBeTruthy();
    expect(scrolledTo).toEqual([]);
    textField().focus();
    type('not close crosses belo 30 ');
    expect(scrolledTo).toEqual(['Unknown name "belo". Did you mean "below"?Use below']);
  });

  it('completes names of the catalogue by the keyboard', () => {
    open('not close > 10');
    type('not sm');
    expect(screen.getByRole('option').textContent).toContain('sma(20)');
    const field = textField();
    expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option').id);
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(field.value).toBe('not sma(20)');
    expect(field.selectionStart).toBe('not sma(20)'.length);
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('moves among the options with the arrow keys, and closes them with Escape alone', () => {
    open('not close > 10');
    type('m');
    const selected = () => screen.getByRole('option', { selected: true }).textContent;
    expect(selected()).toContain('macd(');
    fireEvent.keyDown(textField(), { key: 'ArrowDown' });
    expect(selected()).toContain('max(');
    fireEvent.keyDown(textField(), { key: 'ArrowDown' });
    expect(selected()).toContain('macd(');
    const closeDialog = vi.fn();
    document.addEventListener('keydown', closeDialog, { once: true });
    fireEvent.keyDown(textField(), { key: 'Escape' });
    expect(closeDialog).not.toHaveBeenCalled();
    document.removeEventListener('keydown', closeDialog);
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(textField().value).toBe('m');
  });
});
