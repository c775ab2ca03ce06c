import { Button } from '#components/ui/button.tsx';

interface StartingPointsProps {
  /** The price of the first level. */
  lastClose: number | null;
  onChoose: (rule: string) => void;
}

export const firstRule = 'rsi(14) crosses above 30';

/** Rules to begin with. */
export function StartingPoints({ lastClose, onChoose }: StartingPointsProps) {
  const points = [
    ['RSI leaves oversold', firstRule],
    ['Golden cross', 'sma(50) crosses above sma(200)'],
    ['Breakout of the 52-week high', 'high > max(high, 252)[1]'],
    ['Price touches a level', `price touches ${(lastClose ?? 100).toFixed((lastClose ?? 100) < 10 ? 4 : 2)}`],
  ] as const;
  return (
    <section aria-label="Starting points" className="flex flex-wrap gap-1.5">
      {points.map(([label, rule]) => (
        <Button
          key={label}
          size="sm"
          className="h-7 rounded-full px-3 text-xs pointer-coarse:h-11"
          onClick={() => onChoose(rule)}
        >
          {label}
        </Button>
      ))}
    </section>
  );
}
