import type { IndicatorDefinition } from '@stockbook/api/schemas';
import type { ReactNode } from 'react';
import { useCatalogue } from '#lib/api/trpc.ts';
import { QueryError } from './error-box.tsx';
import { Skeleton } from './spinner.tsx';

interface WithCatalogueProps {
  /** The height of the placeholder. */
  className: string;
  children: (catalogue: readonly IndicatorDefinition[]) => ReactNode;
}

/** Content that needs the catalogue of indicators: a placeholder until it is loaded, or the error in its place. */
export function WithCatalogue({ className, children }: WithCatalogueProps) {
  const { data, error, refetch } = useCatalogue();
  if (error) return <QueryError error={error} fallback="Failed to fetch indicators" onRetry={refetch} />;
  return data ? children(data.indicators) : <Skeleton className={className} />;
}
