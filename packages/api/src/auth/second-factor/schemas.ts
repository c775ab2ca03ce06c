import { z } from 'zod';
import { count, timestamp } from '../../primitives.ts';
import { secondFactorCode } from '../schemas.ts';

export const recoveryCodeCount = 10;

const exampleCode = 'EXAM-PLEA-BCDE-FGHI-JKLM-NOPQ';

export const secondFactorState = z
  .object({
    is_on: z.boolean().meta({ examples: [true] }),
    since: timestamp.nullable().meta({ examples: ['2024-11-03T10:00:00.000Z'] }),
    recovery_codes_left: count.meta({ examples: [9] }),
  })
  .meta({ id: 'SecondFactor' });

export const newSecondFactor = z
  .object({
    secret: z.string().meta({
      description: 'The key to type into an authenticator app, in Base32',
      examples: ['EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAM'],
    }),
    uri: z.string().meta({
      description: 'The content of the QR code',
      examples: [
        'otpauth://totp/Stockbook:you%40example.com?secret=EXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAM&issuer=Stockbook',
      ],
    }),
  })
  .meta({ id: 'NewSecondFactor' });

export const activateInput = z
  .object({ code: secondFactorCode.meta({ description: 'The code that the authenticator app shows' }) })
  .meta({ id: 'SecondFactorActivation' });

export const recoveryCodes = z
  .object({
    recovery_codes: z.array(z.string()).meta({
      description: 'Each signs in once without the authenticator app. No later response contains them',
      examples: [Array.from({ length: recoveryCodeCount }, () => exampleCode)],
    }),
  })
  .meta({ id: 'RecoveryCodes' });
