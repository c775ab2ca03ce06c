import { hundredths, readCurrency } from '@stockbook/common/currencies';
import { z } from 'zod';
import { text } from '../primitives.ts';

/** Its form is not checked: a malformed one returns 404 like an unknown one. */
export const symbolOfInstrument = text('Symbol')
  .meta({ description: 'Symbol of an own instrument in upper or lower case', examples: ['@FLAT'] })
  .transform((value) => value.trim().toUpperCase());

export const instrumentCurrency = text('Currency')
  .meta({ description: 'A code of ISO 4217', examples: ['EUR'] })
  .transform((value, { issues }) => {
    const given = value.trim();
    if (Object.hasOwn(hundredths, given)) {
      const main = hundredths[given];
      issues.push({
        code: 'custom',
        message: `Use ${main}: 1 ${given} is 0.01 ${main}`,
        input: value,
      });
      return z.NEVER;
    }
    const code = readCurrency(given);
    if (code !== null && !Object.hasOwn(hundredths, code)) return code;
    issues.push({
      code: 'custom',
      message: 'Currency must be a code of ISO 4217, for example EUR',
      input: value,
    });
    return z.NEVER;
  });

/** That of `bars` and actions. */
export const preview = z.boolean('preview must be true or false').default(false).meta({
  description: 'Returns what would change, with the problems, and stores nothing',
});
