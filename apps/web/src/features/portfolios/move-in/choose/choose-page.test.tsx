import { gunzipSync } from 'node:zlib';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Answers, ErrorResponse, failWith, fakeServer } from '#testing/fake-server.ts';
import { InRouter } from '#testing/in-router.tsx';
import { listedMove, moveId } from '#testing/moves.ts';
import { SignedIn } from '#testing/signed-in.tsx';
import { ChoosePage } from './choose-page.tsx';

function open(answers: Answers = {}) {
  const seen = fakeServer({
    'moves.list': () => ({ moves: [], total: 0 }),
    'moves.start': () => ({ move_id: moveId, task_id: 't', message: 'Reading the file' }),
    ...answers,
  });
  render(
    <SignedIn>
      <InRouter>
        <ChoosePage />
      </InRouter>
    </SignedIn>,
  );
  const inputsOf = (procedure: string) =>
    seen.filter((call) => call.procedure === procedure).map(({ input }) => input);
  return { inputsOf };
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function choose(...files: File[]) {
  fireEvent.change(screen.getByLabelText('Files of the program'), { target: { files } });
}

const file = (name: string, text = '<client/>') => new File([text], name, { lastModified: 1 });

it('sends the chosen files packed, each once, without those that were removed', async () => {
  const { inputsOf } = open();
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  choose(file('activities.json', '[1]'), file('other.json'));
  choose(file('accounts.json', '[2]'), file('activities.json', '[1]'));
  press('Remove other.json');
  const names = within(screen.getByRole('list', { name: 'Chosen files' })).getAllByRole('listitem');
  expect(names.map(({ textContent }) => textContent)).toEqual(['activities.json1 kB', 'accounts.json1 kB']);
  press('Next');
  await waitFor(() => expect(inputsOf('moves.start')).toHaveLength(1));
  const [input] = inputsOf('moves.start') as { files: { name: string; data: string }[] }[];
  const texts = input?.files.map(({ name, data }) => [
    name,
    gunzipSync(Buffer.from(data, 'base64')).toString(),
  ]);
  expect(texts).toEqual([
    ['activities.json', '[1]'],
    ['accounts.json', '[2]'],
  ]);
});

it('asks for a password, and keeps the files', async () => {
  const { inputsOf } = open({
    'moves.start': ({ input: { password } }) => {
      if (password === 'right') return { move_id: moveId, task_id: 't', message: '' };
      const message = password
        ? 'The password is wrong, or the file is damaged'
        : 'This file has a password. Enter it, or save the file without one';
      throw new ErrorResponse(400, message, [{ field: 'password', message }]);
    },
  });
  choose(file('book.portfolio'));
  press('Next');
  const field = await screen.findByLabelText('Password of the file');
  expect(await screen.findByText('This file has a password. Enter it, or save the file without one')).toBe(
    document.getElementById(field.getAttribute('aria-describedby') ?? ''),
  );
  await waitFor(() => expect(document.activeElement).toBe(field));
  fireEvent.change(field, { target: { value: 'wrong' } });
  press('Next');
  await screen.findByText('The password is wrong, or the file is damaged');
  fireEvent.change(field, { target: { value: 'right' } });
  press('Next');
  await waitFor(() => expect(inputsOf('moves.start')).toHaveLength(3));
  expect(inputsOf('moves.start')[2]).toMatchObject({
    password: 'right',
    files: [{ name: 'book.portfolio' }],
  });
});

it.each([
  [
    new ErrorResponse(400, "This is no file of a program we know. For a broker's file use Import"),
    "This is no file of a program we know. For a broker's file use Import",
  ],
  [
    new ErrorResponse(413, 'The file has 71 MiB unpacked, the maximum is 64'),
    'The file has 71 MiB unpacked, the maximum is 64',
  ],
  [
    new TypeError('Failed to fetch'),
    'Failed to read the fileThe server cannot be reached. Check your connection and try again.',
  ],
  [
    Object.assign(new Error(), { name: 'TimeoutError' }),
    'Failed to read the fileThe server did not answer in time. Try again.',
  ],
])('shows why a file could not be sent (%s)', async (error, text) => {
  open({ 'moves.start': failWith(error) });
  choose(file('book.xml'));
  press('Next');
  expect((await screen.findByRole('alert')).textContent).toBe(text);
});

it('refuses an empty file without sending it', async () => {
  const { inputsOf } = open();
  choose(file('book.xml', ''));
  press('Next');
  expect((await screen.findByRole('alert')).textContent).toBe('book.xml is empty');
  expect(inputsOf('moves.start')).toEqual([]);
});

it('says for each program how to get its file', () => {
  open();
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Portfolio Performance',
    'Ghostfolio',
    'Wealthfolio',
    'Sure, Maybe',
    'Yahoo Finance',
    'Sharesight',
  ]);
});

it('lists earlier moves, which go on or are taken back', async () => {
  const stored = listedMove({
    id: '1',
    state: 'stored',
    file_name: 'old.xml',
    portfolios: 3,
    transactions: 1180,
  });
  let moves = [
    listedMove(),
    stored,
    listedMove({ id: '2', state: 'failed', problem: 'The file is damaged' }),
  ];
  const { inputsOf } = open({
    'moves.list': () => ({ moves, total: moves.length }),
    'moves.takeBack': () => {
      moves = [{ ...stored, state: 'taken_back' }];
      return { message: '1,180 transactions and 3 portfolios were taken back' };
    },
  });
  const section = within(await screen.findByRole('region', { name: 'Earlier moves' }));
  await section.findByText('Moved in');
  const rows = section.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows[0]).toContain('portfolio.xmlNot moved in yet');
  expect(rows[1]).toContain('old.xmlMoved in');
  expect(rows[1]).toContain('3 portfolios, 1,180 transactions');
  expect(rows[2]).toContain('The file is damaged');
  expect(section.getByRole('link', { name: 'Go on portfolio.xml' }).getAttribute('href')).toBe(
    `/portfolios/move-in/${moveId}`,
  );
  fireEvent.click(section.getByRole('button', { name: 'Take it back old.xml' }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('Take the move of “old.xml” back?');
  fireEvent.click(within(question).getByRole('button', { name: 'Take it back' }));
  await section.findByText('1,180 transactions and 3 portfolios were taken back');
  await section.findByText('Taken back');
  expect(inputsOf('moves.takeBack')).toEqual([{ moveId: '1' }]);
});
