import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import type { ChartView } from '../view/chart-view.ts';

interface DatesFormProps {
  view: ChartView;
  onDates: (from: string, to: string) => void;
}

/** Chooses the first and the last day of the chart. */
export function DatesForm({ view, onDates }: DatesFormProps) {
  const [from, setFrom] = useState(view.start ?? '');
  const [to, setTo] = useState(view.end ?? '');
  const [error, setError] = useState<string | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!from || !to) setError('Please enter both dates');
    else if (from > to) setError('The first day must not be after the last day');
    else onDates(from, to);
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-3">
      <TextField label="From" type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
      <TextField
        label="To"
        type="date"
        value={to}
        error={error}
        onChange={(event) => setTo(event.target.value)}
      />
      <Button type="submit" size="sm" variant="primary" className="w-full">
        Show dates
      </Button>
    </form>
  );
}
