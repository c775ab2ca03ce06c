import { sql } from '@stockbook/db/testing';
import { medianOf } from './support/median.ts';
import type { Stack } from './support/stack.ts';

const entryCount = 5_000;

/** Words in the texts of the entries; each entry has ten of them. */
const wordCount = 2_000;

/** Whole words, beginnings of one, and two of them. */
const searches = ['word17', 'word1', 'word42 word7', 'bench12', 'word3 bench', 'nothing'];
const rounds = 10;

/** The longest median, in milliseconds. */
const maxMedianMs = 30;

/** Fills the journal of the first user. */
async function fillJournal({ database }: Stack): Promise<void> {
  const kysely = database.fork().getKysely();
  await sql`
    insert into journal_entry (id, user_id, symbol, day, text, kind, search, created_at, updated_at)
    select gen_random_uuid(), u.id, 'BENCH' || (number % 50 + 1), current_date - number, words, 'note',
      to_tsvector('simple', words), now(), now()
    from user_account u, generate_series(1, ${entryCount}::int) number, lateral (
      select string_agg('word' || (number * 7 + place * 131) % ${wordCount}::int, ' ') as words
      from generate_series(1, 10) place
    ) text
    where u.username = 'bench1'
  `.execute(kysely);
  await sql`analyze journal_entry`.execute(kysely);
}

/** Prints the median time of a search in a full journal, one request after the other. */
export async function measureJournal(stack: Stack): Promise<void> {
  const { server, tokens } = stack;
  await fillJournal(stack);
  const times: number[] = [];
  for (const search of Array.from({ length: rounds }, () => searches).flat()) {
    const url = `${server.url}/api/journal/?q=${encodeURIComponent(search)}`;
    const begin = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${tokens[0]}` } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${url} returned ${response.status}`);
    times.push(performance.now() - begin);
  }
  process.stdout.write(
    `\nsearch in ${entryCount.toLocaleString('en-US')} entries of a journal: median ` +
      `${medianOf(times).toFixed(1)} ms (at most ${maxMedianMs})\n`,
  );
}
