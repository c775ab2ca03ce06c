import { mergeRouters } from '../trpc.ts';
import { accessTokensRouter } from './access-tokens/router.ts';
import { accountRouter } from './account/router.ts';
import { confirmationRouter } from './confirmation/router.ts';
import { eventsRouter } from './events/router.ts';
import { providerRouter } from './oidc/router.ts';
import { passkeysRouter } from './passkeys/router.ts';
import { passwordsRouter } from './passwords/router.ts';
import { secondFactorRouter } from './second-factor/router.ts';
import { signInRouter, signInsRouter } from './sessions/router.ts';

/** The account of the user: `auth.*` in tRPC. */
export const authRouter = mergeRouters(
  signInRouter,
  accessTokensRouter,
  confirmationRouter,
  passkeysRouter,
  passwordsRouter,
  signInsRouter,
  eventsRouter,
  secondFactorRouter,
  providerRouter,
  accountRouter,
);
