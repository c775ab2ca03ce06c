import { Button } from '#components/ui/button.tsx';
import { examples, type StrategyExample } from '../examples.ts';
import { describeLimits } from '../runnable-rules.ts';

/** Examples to start from. */
export function ExampleList({ onChoose }: { onChoose: (example: StrategyExample) => void }) {
  return (
    <section aria-labelledby="examples">
      <h2 id="examples" className="mb-3 text-base font-semibold">
        Examples to start from
      </h2>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {examples.map((example) => {
          const { name, rules } = example;
          return (
            <li key={name} className="flex flex-col rounded-lg border border-line p-4">
              <h3 className="text-sm font-semibold">{name}</h3>
              <p className="mb-2 text-xs text-muted">An example, not advice</p>
              <dl className="mb-3 space-y-1 font-mono text-xs leading-5">
                <div>
                  <dt className="sr-only">Entry rule</dt>
                  <dd>{rules.entry}</dd>
                </div>
                <div className="text-muted">
                  <dt className="sr-only">Exit</dt>
                  <dd>{[rules.exit, ...describeLimits(rules)].filter(Boolean).join('; ')}</dd>
                </div>
              </dl>
              <Button size="sm" className="mt-auto self-start" onClick={() => onChoose(example)}>
                Start from this <span className="sr-only">example: {name}</span>
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
