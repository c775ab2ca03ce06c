import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Column, DataTable } from './data-table.tsx';

interface Row {
  readonly name: string;
  readonly value: number | null;
}

const columns: readonly Column<Row>[] = [
  { key: 'name', title: 'Name', isText: true, sortBy: ({ name }) => name, cell: ({ name }) => name },
  { key: 'value', title: 'Value', sortBy: ({ value }) => value, cell: ({ value }) => value ?? 'N/A' },
  { key: 'note', title: 'Note', cell: () => '' },
];

function open(rows: readonly Row[], options: Partial<Parameters<typeof DataTable<Row>>[0]> = {}) {
  render(<DataTable label="Things" columns={columns} rows={rows} rowKey={({ name }) => name} {...options} />);
}

const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
const header = (name: string) => screen.getByRole('columnheader', { name });
const sortBy = (name: string) => fireEvent.click(within(header(name)).getByRole('button'));

it('sorts by a column, highest first, then lowest first, with missing values last', () => {
  open([
    { name: 'b', value: 2 },
    { name: 'a', value: null },
    { name: 'c', value: 10 },
  ]);
  expect(names()).toEqual(['b', 'a', 'c']);
  expect(header('Value').getAttribute('aria-sort')).toBe('none');
  sortBy('Value');
  expect(names()).toEqual(['c', 'b', 'a']);
  expect(header('Value').getAttribute('aria-sort')).toBe('descending');
  sortBy('Value');
  expect(names()).toEqual(['b', 'c', 'a']);
  expect(header('Value').getAttribute('aria-sort')).toBe('ascending');
});

it('begins with the given order', () => {
  open(
    [
      { name: 'b', value: 2 },
      { name: 'a', value: 1 },
      { name: 'c', value: 3 },
    ],
    { initialSorting: { key: 'value', isDescending: true } },
  );
  expect(names()).toEqual(['c', 'b', 'a']);
  expect(header('Value').getAttribute('aria-sort')).toBe('descending');
});

it('sorts text in alphabetical order first', () => {
  open([
    { name: 'b', value: 1 },
    { name: 'a', value: 1 },
  ]);
  sortBy('Name');
  expect(names()).toEqual(['a', 'b']);
});

it('keeps the order of equal values, and offers no sorting without a value', () => {
  open([
    { name: 'b', value: 1 },
    { name: 'a', value: 1 },
  ]);
  sortBy('Value');
  expect(names()).toEqual(['b', 'a']);
  expect(within(header('Note')).queryByRole('button')).toBeNull();
});

it('shows long tables in pages, and sorts across them', () => {
  open(
    Array.from({ length: 5 }, (_, index) => ({ name: `n${index}`, value: index })),
    { pageSize: 2 },
  );
  expect(names()).toEqual(['n0', 'n1']);
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  fireEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(names()).toEqual(['n4']);
  expect(screen.getByText('Page 3 of 3')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
  sortBy('Value');
  expect(names()).toEqual(['n4', 'n3']);
});
