import { z } from 'zod';
import { count, paging, timestamp, totalCount, uuid } from '../../primitives.ts';
import { portfolioId } from '../schemas.ts';

export const portfolioImport = z
  .object({
    id: uuid,
    file_name: z
      .string()
      .nullable()
      .meta({ examples: ['transactions.csv'] }),
    preset: z
      .string()
      .nullable()
      .meta({ description: 'Name of the recognised format', examples: ['Trade Republic'] }),
    added: count.meta({ description: 'Number of transactions that were added', examples: [412] }),
    created_at: timestamp,
  })
  .meta({ id: 'PortfolioImport' });

export const listPortfolioImportsInput = z.object({ portfolioId, ...paging });

export const portfolioImportList = z
  .object({
    imports: z.array(portfolioImport).meta({ description: 'Newest first' }),
    total: totalCount,
  })
  .meta({ id: 'PortfolioImportList' });
