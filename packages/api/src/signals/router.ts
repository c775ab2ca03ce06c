import { streamed } from '../streaming/stream-list.ts';
import { router, userProcedure } from '../trpc.ts';
import { spendEvaluation } from './ad-hoc/evaluate-rule.ts';
import { previewRule } from './ad-hoc/preview.ts';
import { previewInput, rulePreview, screenInput, screenOutput } from './ad-hoc/schemas.ts';
import { screenList } from './ad-hoc/screen.ts';
import { listSignals, markRead } from './inbox/inbox.ts';
import { listSignalsInput, markReadInput, signalList, unreadOutput } from './inbox/schemas.ts';
import { rulesRouter } from './rules/router.ts';

/** A procedure that may be called 30 times a minute. Counts before the input is validated. */
function budgetedProcedure(kind: 'preview' | 'screen') {
  return userProcedure.use(async ({ ctx, next }) => {
    await spendEvaluation(ctx, kind);
    return next();
  });
}

export const signalsRouter = router({
  rules: rulesRouter,
  list: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/signals',
        operationId: 'listSignals',
        summary: 'Lists the inbox: signals and notices',
        description: 'Signals are end-of-day: each belongs to the close of a daily bar.',
      },
    })
    .input(listSignalsInput.optional())
    .output(streamed(signalList))
    .query(({ ctx, input }) => listSignals(ctx, input ?? {})),
  markRead: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/signals/read',
        operationId: 'markSignalsRead',
        summary: 'Marks entries of the inbox as read',
      },
    })
    .input(markReadInput)
    .output(unreadOutput)
    .mutation(({ ctx, input }) => markRead(ctx, input)),
  preview: budgetedProcedure('preview')
    .meta({
      openapi: {
        method: 'POST',
        path: '/signals/preview',
        operationId: 'previewRule',
        summary: 'Evaluates a rule on the bars of a stock and stores nothing',
        description:
          'Returns 429 after 30 calls within a minute, and 400 if the rule needs more than 2 seconds of calculation.',
        errorResponses: [404],
      },
      isReadOnly: true,
    })
    .input(previewInput)
    .output(rulePreview)
    .mutation(({ ctx, input }) => previewRule(ctx, input)),
  screen: budgetedProcedure('screen')
    .meta({
      openapi: {
        method: 'POST',
        path: '/signals/screen',
        operationId: 'screenList',
        summary: 'Finds the stocks of a list for which a rule is true',
        description:
          'Returns 429 after 30 calls within a minute. Skips the stocks that are left after 10 seconds of calculation.',
        errorResponses: [404],
      },
      isReadOnly: true,
    })
    .input(screenInput)
    .output(screenOutput)
    .mutation(({ ctx, input }) => screenList(ctx, input)),
});
