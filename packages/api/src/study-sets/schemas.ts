import { z } from 'zod';
import {
  codePoints,
  exampleId,
  limitedText,
  nullIfBlank,
  oneLine,
  opaqueId,
  paging,
  requiredName,
  requiredText,
  text,
  timestamp,
  totalCount,
  uuid,
} from '../primitives.ts';

export const maxStudySets = 50;

/** As many indicators as one response with bars has lines of. */
export const maxStudies = 20;

const color = z
  .string({ error: 'color must be a colour like #3b82f6' })
  .regex(/^#[0-9a-f]{6}$/, 'color must be a colour like #3b82f6')
  .nullable()
  .meta({ description: 'Null for the chart’s choice', examples: ['#3b82f6'] });

const parametersExample = { examples: [{ timeperiod: 50 }] };

export const savedStudy = z
  .object({
    indicator_function: z.string().meta({ examples: ['SMA'] }),
    indicator_name: z.string().meta({ examples: ['Simple Moving Average'] }),
    parameters: z.record(z.string(), z.number()).meta(parametersExample),
    color,
  })
  .meta({ id: 'SavedStudy' });
export type SavedStudy = z.infer<typeof savedStudy>;

export const studySet = z
  .object({
    id: uuid,
    name: z.string().meta({ examples: ['Trend'] }),
    studies: z.array(savedStudy).meta({ description: 'In the order in which they were saved' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'StudySet' });
export type StudySet = z.infer<typeof studySet>;

/** `readStudies` checks `indicator_function` and `parameters` against the catalogue. */
const newStudy = z
  .object({
    indicator_function: requiredText('indicator_function')
      .refine((value) => codePoints(value) <= 50, 'indicator_function must be at most 50 characters')
      .trim()
      .meta({
        description: 'A `function` of the catalogue, in upper or lower case',
        maxLength: 50,
        examples: ['SMA'],
      }),
    parameters: z
      .record(text('Parameter name'), z.unknown(), { error: 'parameters must be an object of numbers' })
      .nullish()
      .meta({ description: 'Missing parameters get their default values', ...parametersExample }),
    indicator_name: limitedText('indicator_name', 100)
      .check(oneLine('indicator_name'))
      .nullish()
      .meta({ description: 'Default: the name of the indicator', examples: ['Simple Moving Average'] })
      .transform(nullIfBlank),
    color: color.default(null),
  })
  .meta({ id: 'NewSavedStudy' });
export type NewStudy = z.output<typeof newStudy>;

const name = requiredName('Name', 100).meta({ examples: ['Trend'] });
const studies = z
  .array(newStudy, { error: 'studies must be a list' })
  .min(1, 'studies must not be empty')
  .max(maxStudies, `studies must be at most ${maxStudies}`);

export const createStudySetInput = z.object({ name, studies }).meta({ id: 'NewStudySet' });

const studySetId = opaqueId.meta({ description: 'Id of a set of indicators', examples: [exampleId] });
export const studySetInput = z.object({ studySetId });
export const updateStudySetInput = z
  .object({ studySetId, name: name.optional(), studies: studies.optional() })
  .refine((changes) => changes.name !== undefined || changes.studies !== undefined, {
    error: 'Name at least one of name and studies',
  })
  .meta({ id: 'StudySetChanges', description: 'At least one of the fields', minProperties: 1 });

export const calculateStudySetInput = z
  .object({
    studySetId,
    stock_symbol: requiredText('stock_symbol', 'No stock symbol provided')
      .trim()
      .toUpperCase()
      .meta({ description: 'A stock of the watch list', examples: ['AAPL'] }),
  })
  .meta({ id: 'StudySetCalculation' });

export const calculateStudySetOutput = z
  .object({
    task_id: uuid,
    message: z.string().meta({ examples: ['Calculating Trend'] }),
    stock_symbol: z.string().meta({ examples: ['AAPL'] }),
  })
  .meta({ id: 'StudySetCalculationStarted' });

export const listStudySetsInput = z.object({ ...paging });
export const studySetList = z
  .object({ study_sets: z.array(studySet).meta({ description: 'By name' }), total: totalCount })
  .meta({ id: 'StudySetList' });
