const dateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** A calendar date in a sentence: `Nov 20, 2026`. */
export const formatDate = (date: string): string => dateFormat.format(new Date(`${date}T00:00:00Z`));
