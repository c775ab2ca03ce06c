import { authRouter } from './auth/router.ts';
import { drawingsRouter } from './drawings/router.ts';
import { indicatorsRouter } from './indicators/router.ts';
import { instrumentsRouter } from './instruments/router.ts';
import { journalRouter } from './journal/router.ts';
import { listsRouter } from './lists/router.ts';
import { movesRouter } from './move-in/router.ts';
import { notificationsRouter } from './notifications/router.ts';
import { figuresRouter } from './portfolios/figures-router.ts';
import { portfoliosRouter } from './portfolios/router.ts';
import { quotesRouter } from './quotes/router.ts';
import { signalsRouter } from './signals/router.ts';
import { stocksRouter } from './stocks/router.ts';
import { strategiesRouter } from './strategies/router.ts';
import { studySetsRouter } from './study-sets/router.ts';
import { systemRouter } from './system/router.ts';
import { tasksRouter } from './tasks/router.ts';
import { transferRouter } from './transfer/router.ts';
import { mergeRouters, router } from './trpc.ts';

/** The router behind both transports, tRPC at `/trpc` and REST at `/api`. */
export const appRouter = router({
  auth: authRouter,
  stocks: stocksRouter,
  lists: listsRouter,
  journal: journalRouter,
  drawings: drawingsRouter,
  indicators: indicatorsRouter,
  instruments: instrumentsRouter,
  studySets: studySetsRouter,
  quotes: quotesRouter,
  signals: signalsRouter,
  strategies: strategiesRouter,
  portfolios: mergeRouters(portfoliosRouter, figuresRouter),
  moves: movesRouter,
  notifications: notificationsRouter,
  tasks: tasksRouter,
  transfer: transferRouter,
  system: systemRouter,
});

export type AppRouter = typeof appRouter;
