import { AppError } from '../../errors.ts';
import { maxBarsBodyBytes } from '../../instruments/bars/schemas.ts';
import { readTerms } from '../../instruments/pricing/read-terms.ts';
import { fieldOf, partsOf } from '../../json-parts.ts';
import { isStorable } from '../../primitives.ts';
import { type ImportedInstrument, importedInstrument } from '../account/instrument-schemas.ts';
import type { ParsedItem } from './read-entry.ts';
import { messageOf, nameOf, parseEntry, type Reading, type Steps } from './reading.ts';

const maxFields = 100;

/** Splits an instrument into the JSON texts of its bars and of all else. */
function splitInstrument(json: string): { facts: string; bars: string } {
  if (!json.trimStart().startsWith('{')) return { facts: json, bars: '[]' };
  const fields: string[] = [];
  let bars = '[]';
  for (const part of partsOf(json)) {
    const [name, value] = fieldOf(part);
    if (name === 'bars') bars = value;
    else if (fields.push(part) > maxFields) return { facts: 'null', bars };
  }
  return { facts: `{${fields.join(',')}}`, bars };
}

/** The reason why an instrument cannot be stored, as far as its text shows; null without one. */
function problemOf({ pricing, terms }: ImportedInstrument, bars: string): string | null {
  if (bars.length > maxBarsBodyBytes || !isStorable(bars)) return 'The bars are not valid';
  try {
    readTerms(pricing, terms);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** Reads own instruments. The text of their bars is read by the task that stores them, in a thread. */
export function* readInstruments(texts: readonly string[], reading: Reading): Steps<ParsedItem[]> {
  const items: ParsedItem[] = [];
  for (const [index, json] of texts.entries()) {
    const { facts, bars } = splitInstrument(json);
    yield;
    const value = parseEntry(facts);
    const text = `Instrument ${nameOf(value, 'symbol') ?? index + 1}`;
    const { data: instrument, error } = importedInstrument.safeParse(value);
    const message = error ? messageOf(error) : problemOf(instrument, bars);
    if (message !== null) {
      items.push(reading.reject({ kind: 'instrument', text, verdict: 'not_recognised', message }));
    } else if (instrument) {
      items.push({ kind: 'instrument', text, item: { kind: 'instrument', instrument, bars } });
    }
    yield;
  }
  return items;
}
