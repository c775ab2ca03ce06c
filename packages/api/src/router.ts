import { authRouter } from './auth/router.ts';
import { indicatorsRouter } from './indicators/router.ts';
import { portfoliosRouter } from './portfolios/router.ts';
import { stocksRouter } from './stocks/router.ts';
import { strategiesRouter } from './strategies/router.ts';
import { systemRouter } from './system/router.ts';
import { router } from './trpc.ts';

/** Everything the application does. Both doors, `/trpc` and `/api`, open onto this one router. */
export const appRouter = router({
  auth: authRouter,
  stocks: stocksRouter,
  indicators: indicatorsRouter,
  strategies: strategiesRouter,
  portfolios: portfoliosRouter,
  system: systemRouter,
});

export type AppRouter = typeof appRouter;
