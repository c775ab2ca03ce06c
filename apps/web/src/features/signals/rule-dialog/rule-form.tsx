import { WithCatalogue } from '#components/feedback/with-catalogue.tsx';
import { RuleFields, type RuleFieldsProps } from './rule-fields.tsx';

/** The form of a rule, which needs the catalogue of indicators. */
export function RuleForm(props: Omit<RuleFieldsProps, 'catalogue'>) {
  return (
    <WithCatalogue className="h-96">
      {(catalogue) => <RuleFields {...props} catalogue={catalogue} />}
    </WithCatalogue>
  );
}
