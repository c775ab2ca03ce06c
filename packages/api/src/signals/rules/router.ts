import { streamed } from '../../streaming/stream-list.ts';
import { locationIn, router, userProcedure } from '../../trpc.ts';
import { createRule, deleteRule, getRule, listRules, updateRule } from './rules.ts';
import {
  createdSignalRule,
  createSignalRuleInput,
  listSignalRulesInput,
  signalRule,
  signalRuleInput,
  signalRuleList,
  updateSignalRuleInput,
} from './schemas.ts';

export const rulesRouter = router({
  list: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/signals/rules',
        operationId: 'listSignalRules',
        summary: 'Lists the user’s signal rules',
      },
    })
    .input(listSignalRulesInput.optional())
    .output(streamed(signalRuleList))
    .query(({ ctx, input }) => listRules(ctx, input ?? {})),
  create: userProcedure
    .meta({
      openapi: {
        method: 'POST',
        path: '/signals/rules',
        operationId: 'createSignalRule',
        summary: 'Creates a signal rule',
        description:
          'Bars that exist give no signals. The first active rule of a stock turns its `notify_on_signals` on. ' +
          'Returns 409 if the user has an equal rule: same text, scope, stock, list and trigger. A user has 200 rules at most.',
        errorResponses: [404, 409],
      },
      statuses: [201],
      locationOf: locationIn('/signals/rules'),
    })
    .input(createSignalRuleInput)
    .output(createdSignalRule)
    .mutation(({ ctx, input }) => createRule(ctx, input)),
  get: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/signals/rules/{id}',
        operationId: 'getSignalRule',
        summary: 'Returns a signal rule',
        errorResponses: [404],
      },
    })
    .input(signalRuleInput)
    .output(signalRule)
    .query(({ ctx, input }) => getRule(ctx, input)),
  update: userProcedure
    .meta({
      openapi: {
        method: 'PATCH',
        path: '/signals/rules/{id}',
        operationId: 'updateSignalRule',
        summary: 'Changes a signal rule',
        description:
          'Another text, scope or trigger, or `is_active` from false to true, arms the rule again: bars that exist ' +
          'give no signals.',
        errorResponses: [404, 409],
      },
    })
    .input(updateSignalRuleInput)
    .output(signalRule)
    .mutation(({ ctx, input }) => updateRule(ctx, input)),
  delete: userProcedure
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/signals/rules/{id}',
        operationId: 'deleteSignalRule',
        summary: 'Deletes a signal rule and returns it; its signals stay',
        errorResponses: [404],
      },
    })
    .input(signalRuleInput)
    .output(signalRule)
    .mutation(({ ctx, input }) => deleteRule(ctx, input)),
});
