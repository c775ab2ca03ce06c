import { z } from 'zod';
import { text } from '../primitives.ts';

// Fields that several schemas of rules and signals share.

const exampleWhen = 'rsi(14) crosses above 30';
export const exampleSentence = 'RSI (14) crosses above 30';

/** The rule language checks the text: its errors have positions. */
export const when = text('when', 'Write a rule, for example "rsi(14) crosses above 30"').meta({
  description:
    'A rule in the rule language, at most 2,000 characters. An error names its position in `details`',
  examples: [exampleWhen],
});
export const canonicalWhen = z
  .string()
  .meta({ description: 'The rule’s canonical text', examples: [exampleWhen] });
export const sentenceOfRule = z
  .string()
  .meta({ description: 'The rule as a sentence', examples: [exampleSentence] });

export const operandValues = z
  .array(
    z
      .object({
        operand: z.string().meta({ description: 'Canonical text', examples: ['rsi(14)'] }),
        now: z
          .number()
          .nullable()
          .meta({ description: 'Null if unknown', examples: [31.2] }),
        before: z
          .number()
          .nullable()
          .meta({ description: 'On the bar before; null if unknown', examples: [28.9] }),
      })
      .meta({ id: 'OperandValues' }),
  )
  .meta({ description: 'Each operand of the rule on the bar and on the bar before' });
