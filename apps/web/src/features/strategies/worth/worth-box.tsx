import { Skeleton } from '../../../components/feedback/skeleton.tsx';
import { Card } from '../../../components/ui/card.tsx';

/**
 * What limits the worth of a result; null while that is loading. Always open: users do not look for doubts about a good
 * result.
 */
export function WorthBox({ sentences }: { sentences: readonly string[] | null }) {
  return (
    <Card title="What this result is worth">
      {/* Most results have four or five sentences. */}
      <div className="min-h-28">
        {sentences ? (
          <ul className="numeric list-disc space-y-1 pl-5 text-sm">
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        ) : (
          <Skeleton className="h-28" />
        )}
      </div>
    </Card>
  );
}
