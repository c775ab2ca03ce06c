import { z } from 'zod';
import { calendarDate, exampleId, isoDate, requiredName, symbolInPath, text, uuid } from '../primitives.ts';

/** Per user and stock. */
export const maxDrawings = 200;

/** With names of this length, 200 drawings fit in a body of 64 KiB. */
const maxNameLength = 50;

const kind = z.enum(['trend', 'ray', 'rectangle'], { error: 'kind must be trend, ray or rectangle' }).meta({
  description:
    '`trend`: a line through two points. `ray`: a horizontal line from one point to the right. `rectangle`: two opposite corners',
  examples: ['trend'],
});

/** Prices of bars are within 1e15, too; a line can begin below 0. */
const maxPrice = 1e15;
const priceError = 'price must be a number from -1e15 to 1e15';

const drawingName = { description: 'Null for a name by its kind', examples: ['Rising since May'] };

const newPoint = z.object({
  date: calendarDate('date').meta({
    description: 'Need not be the date of a bar, and may be in the future',
    examples: ['2024-05-06'],
  }),
  price: z
    .number({ error: priceError })
    .min(-maxPrice, priceError)
    .max(maxPrice, priceError)
    .meta({ examples: [181.71] }),
});

/** The ends of a trend line. */
const examplePoints = [
  { date: '2024-05-06', price: 181.71 },
  { date: '2024-11-04', price: 222.01 },
];

/** A drawing without its id, as an account export has it. */
export const importedDrawing = z
  .object({
    kind,
    name: requiredName('Name', maxNameLength).nullable().default(null).meta(drawingName),
    points: z
      .array(newPoint, { error: 'points must be a list' })
      .meta({ description: 'One point for a ray, else two', examples: [examplePoints] }),
  })
  .refine(({ kind, points }) => points.length === (kind === 'ray' ? 1 : 2), {
    error: 'A ray has one point, a trend line and a rectangle have two',
    path: ['points'],
  });

const newDrawing = importedDrawing
  .safeExtend({
    id: text('id')
      .refine((value) => z.uuid().safeParse(value).success, 'id must be a UUID')
      .optional()
      .meta({ description: 'Default: a new one', format: 'uuid', examples: [exampleId] }),
  })
  .meta({ id: 'NewDrawing' });

export const drawing = z
  .object({
    id: uuid,
    kind,
    name: z.string().nullable().meta(drawingName),
    points: z
      .array(z.object({ date: isoDate, price: z.number() }))
      .meta({ description: 'Prices follow later splits', examples: [examplePoints] }),
  })
  .meta({ id: 'Drawing' });
export type Drawing = z.infer<typeof drawing>;

export const drawingList = z
  .object({
    drawings: z.array(drawing).meta({ description: 'In the order in which they were sent' }),
  })
  .meta({ id: 'DrawingList' });

export const drawingsInput = z.object({ symbol: symbolInPath });

export const replaceDrawingsInput = z
  .object({
    symbol: symbolInPath,
    drawings: z
      .array(newDrawing, { error: 'drawings must be a list' })
      .max(maxDrawings, `drawings must be at most ${maxDrawings}`),
  })
  .refine(
    ({ drawings }) => {
      const ids = drawings.flatMap(({ id }) => id?.toLowerCase() ?? []);
      return new Set(ids).size === ids.length;
    },
    { error: 'Each drawing must have an id of its own', path: ['drawings'] },
  )
  .meta({ id: 'DrawingsToStore' });
