import { z } from 'zod';
import { exampleId, uuid } from '../../primitives.ts';

export const createdExample = z
  .object({
    task_id: uuid.optional().meta({ description: 'Missing if the example exists' }),
    portfolio_id: uuid.meta({ description: 'Of the example, which exists once the task has succeeded' }),
    message: z.string(),
  })
  .meta({
    id: 'CreatedExample',
    examples: [{ task_id: exampleId, portfolio_id: exampleId, message: 'Creating the example' }],
  });
