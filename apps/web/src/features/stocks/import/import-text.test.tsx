import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ImportText } from './import-text.tsx';

it.each([
  ['', 'stocks.txt is empty'],
  [' \r\n', 'stocks.txt is empty'],
  ['\0\u0001PNG', 'stocks.txt is not a text file. Choose a text, CSV or JSON file'],
])('says what is wrong with a file that contains %j, and keeps what is typed', async (content, sentence) => {
  const onChange = vi.fn();
  render(<ImportText value="AAPL" onChange={onChange} isDisabled={false} inputRef={null} />);
  fireEvent.change(screen.getByLabelText('File to import'), {
    target: { files: [new File([content], 'stocks.txt')] },
  });
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(onChange).not.toHaveBeenCalled();
});
