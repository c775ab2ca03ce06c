import { z } from 'zod';
import { limitedText, oneLine, requiredText, text } from '../primitives.ts';

const maxFiles = 20;

const sentFile = z.object({
  name: limitedText('name', 200)
    .check(oneLine('name'))
    .meta({ examples: ['portfolio.xml'] }),
  data: requiredText('data', 'Choose a file').meta({
    description: 'Base64 of the file, or of its gzip',
    examples: ['PGNsaWVudD48dmVyc2lvbj43MDwvdmVyc2lvbj48L2NsaWVudD4='],
  }),
});

export const startMoveInput = z
  .object({
    files: z
      .array(sentFile, { error: 'files must be a list' })
      .min(1, 'Choose a file')
      .max(maxFiles, `A move has at most ${maxFiles} files`),
    password: text('password')
      .max(1_000, 'password must be at most 1,000 characters')
      .nullish()
      .meta({ description: 'Of a file of Portfolio Performance with a password', examples: [null] }),
  })
  .meta({ id: 'NewMove' });
export type StartMoveInput = z.output<typeof startMoveInput>;
