import { useLayoutEffect, useRef } from 'react';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { UnbrokenPercents } from '#components/ui/unbroken-percents.tsx';
import { focusMain } from '#lib/page-focus.ts';
import type { BacktestRun } from '../api/runs.ts';

interface WorthBoxProps {
  /** Null while they are loading. */
  sentences: readonly string[] | null;
  /** Sentences about purchases that were dropped. */
  dropped: readonly string[];
  /** Runs the backtest again with fractions of shares; null if it had them. */
  onFractions: (() => void) | null;
  run: BacktestRun;
}

/** More are folded: a run has up to 100 stocks. */
const maxShownDrops = 5;

/** The limits of the worth of a result. Always open: users do not look for doubts about a good result. */
export function WorthBox({ sentences, dropped, onFractions, run }: WorthBoxProps) {
  const folded = dropped.slice(maxShownDrops);
  return (
    <Card title="What this result is worth">
      {/* As high as five sentences, the usual number. */}
      <div className="min-h-29 space-y-2 text-sm">
        {dropped.length > 0 && (
          <div className="space-y-2 rounded-md bg-warn-soft px-3.5 py-2.5">
            <SentenceList sentences={dropped.slice(0, maxShownDrops)} />
            {folded.length > 0 && (
              <details>
                <summary className="w-fit cursor-pointer">{`${folded.length} more`}</summary>
                <SentenceList sentences={folded} />
              </details>
            )}
            {onFractions && <FractionsButton onClick={onFractions} run={run} />}
          </div>
        )}
        {sentences ? <SentenceList sentences={sentences} /> : <Skeleton className="h-29" />}
      </div>
    </Card>
  );
}

function SentenceList({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className="list-disc space-y-1 pl-5">
      {sentences.map((sentence) => (
        <li key={sentence}>
          <UnbrokenPercents text={sentence} />
        </li>
      ))}
    </ul>
  );
}

function FractionsButton({ onClick, run }: { onClick: () => void; run: BacktestRun }) {
  const button = useRef<HTMLButtonElement>(null);
  // The new result has no such button, whose focus would be lost with it.
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element === document.activeElement) focusMain();
    };
  }, []);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 print:hidden">
      <Button ref={button} size="sm" onClick={onClick} disabled={run.isBusy}>
        Turn on Fractions of shares and run again
      </Button>
      {run.isBusy && <span className="text-muted">Running... {run.percent}%</span>}
    </div>
  );
}
