import { Card } from '../../../components/ui/card.tsx';

/** What limits the worth of a result. Always open: who likes a result does not look for doubts. */
export function WorthBox({ sentences }: { sentences: readonly string[] }) {
  return (
    <Card title="What this result is worth">
      <ul className="numeric list-disc space-y-1 pl-5 text-sm">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Card>
  );
}
