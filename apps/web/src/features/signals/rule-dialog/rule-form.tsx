import { QueryError } from '../../../components/feedback/query-error.tsx';
import { Skeleton } from '../../../components/feedback/skeleton.tsx';
import { useCatalogue } from '../../../lib/api/use-catalogue.ts';
import { RuleFields, type RuleFieldsProps } from './rule-fields.tsx';

/** The form of a rule, which needs the catalogue of indicators. */
export function RuleForm(props: Omit<RuleFieldsProps, 'catalogue'>) {
  const { data, error, refetch } = useCatalogue(true);
  if (error) return <QueryError error={error} fallback="Failed to fetch indicators" onRetry={refetch} />;
  return data ? <RuleFields {...props} catalogue={data.indicators} /> : <Skeleton className="h-96" />;
}
