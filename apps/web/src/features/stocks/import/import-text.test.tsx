import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ImportText } from './import-text.tsx';

it.each([
  ['nothing', '', 'stocks.txt is empty'],
  ['a blank line', ' \r\n', 'stocks.txt is empty'],
  ['more than 2 MiB and is no account export', 'AAPL\n'.repeat(420_000), 'stocks.txt is larger than 2 MiB'],
  ['a picture', '\0\u0001PNG', 'stocks.txt is not a text file. Choose a text, CSV or JSON file'],
])(
  'shows what is wrong with a file that contains %s, and keeps the typed text',
  async (_, content, sentence) => {
    const onChange = vi.fn();
    render(<ImportText value="AAPL" onChange={onChange} isDisabled={false} inputRef={null} />);
    fireEvent.change(screen.getByLabelText('File to import'), {
      target: { files: [new File([content], 'stocks.txt')] },
    });
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(onChange).not.toHaveBeenCalled();
  },
);
