import { useQueryClient } from '@tanstack/react-query';
import { AddToList } from '../../detail/add-to-list.tsx';
import { type CompareProblem, comparedKey } from './use-compared.ts';

/** Why compared symbols are not drawn. One that is not on the watch list can be added. */
export function CompareProblems({ problems }: { problems: readonly CompareProblem[] }) {
  const queryClient = useQueryClient();
  return problems.map(({ symbol, sentence, isUntracked }) => (
    <div key={symbol} className="mb-2">
      <p role="alert" className="text-xs text-down">
        {sentence}
      </p>
      {isUntracked && (
        <AddToList
          symbol={symbol}
          onAdded={() => void queryClient.invalidateQueries({ queryKey: comparedKey(symbol) })}
        />
      )}
    </div>
  ));
}
