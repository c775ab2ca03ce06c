import { importedEntry } from '../account/import-schemas.ts';
import type { JournalItem } from '../import-line.ts';
import type { ParsedItem } from './read-entry.ts';
import { messageOf, parseEntry, type Reading, type Steps } from './reading.ts';

/** Entries of one line: a task stores them in one step, at most 1 MB of texts. */
const entriesPerLine = 100;

/** Reads the entries of a journal from the last to the first, which are the oldest, and numbers equal ones. */
export function* readJournal(texts: readonly string[], reading: Reading): Steps<ParsedItem[]> {
  const ordinals = new Map<string, number>();
  const entries: JournalItem['entries'] = [];
  const rejected: ParsedItem[] = [];
  for (const [index, json] of [...texts.entries()].toReversed()) {
    const { data, error } = importedEntry.safeParse(parseEntry(json));
    if (data) {
      const key = JSON.stringify([data.symbol, data.day, data.kind, data.text]);
      const ordinal = (ordinals.get(key) ?? 0) + 1;
      ordinals.set(key, ordinal);
      entries.push({ ...data, ordinal });
    } else {
      const text = `Journal entry ${index + 1}`;
      rejected.push(
        reading.reject({ kind: 'journal', text, verdict: 'not_recognised', message: messageOf(error) }),
      );
    }
    yield;
  }
  const lines: ParsedItem[] = [];
  for (let start = 0; start < entries.length; start += entriesPerLine) {
    const part = entries.slice(start, start + entriesPerLine);
    const text = `Journal entries ${start + 1} to ${start + part.length}`;
    lines.push({ kind: 'journal', text, item: { kind: 'journal', entries: part } });
  }
  return [...lines, ...rejected];
}
