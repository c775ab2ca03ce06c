import type { RulePreview } from '@stockbook/api/schemas';
import { connectionSentence, errorSentence } from '#lib/api/server-error.ts';
import { cn } from '#lib/cn.ts';
import { previewSentence } from './preview-sentence.ts';

interface RulePreviewLineProps {
  /** Of the rule as it is, or the last one that could be read. */
  preview: RulePreview | undefined;
  /** Whether the preview of the rule as it is has not come yet. */
  isPending: boolean;
  error: unknown;
}

/** How often the rule became true on the stock's bars. */
export function RulePreviewLine({ preview, isPending, error }: RulePreviewLineProps) {
  const failure = error
    ? (connectionSentence(error) ?? errorSentence(error, 'The preview is not available just now.'))
    : null;
  const sentence = preview ? previewSentence(preview) : isPending ? 'Checking...' : '';
  return (
    <p
      role="status"
      className={cn(
        'text-sm empty:hidden',
        failure ? 'text-down' : 'font-medium',
        isPending && preview && !failure && 'text-muted',
      )}
    >
      {failure ?? sentence}
    </p>
  );
}
