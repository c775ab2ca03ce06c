import { Skeleton, Spinner } from '#components/feedback/spinner.tsx';
import { useIsPhone } from '#hooks/use-media.ts';
import { cn } from '#lib/cn.ts';
import type { StockLayout } from './view/list-view.ts';

const keys = ['1', '2', '3', '4', '5', '6'];

/** Placeholder with the size of the stocks. */
export function WatchListLoading({ layout }: { layout: StockLayout }) {
  const isGrid = layout === 'grid';
  const isPhone = useIsPhone();
  return (
    <div className="relative">
      <div
        className={cn(
          'grid',
          isGrid
            ? 'gap-3 min-[42rem]:grid-cols-2 lg:grid-cols-3'
            : layout === 'map'
              ? 'grid-cols-3 gap-1 sm:grid-cols-6'
              : 'gap-px',
        )}
      >
        {keys.map((key) => (
          <Skeleton
            key={key}
            className={cn(
              isGrid ? 'h-39' : 'rounded-none first:rounded-t-lg last:rounded-b-lg',
              layout === 'list' && (isPhone ? 'h-16' : 'h-39 md:h-17'),
              layout === 'table' && 'h-10',
              layout === 'map' && 'h-20',
            )}
          />
        ))}
      </div>
      <Spinner text="Loading stocks..." className="absolute inset-x-0 top-10" />
    </div>
  );
}
