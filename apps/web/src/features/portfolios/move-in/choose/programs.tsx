/** The programs whose files can be moved in, each with the way to its file. */
const programs = [
  {
    name: 'Portfolio Performance',
    way: 'The file that you open in it: its name ends in .xml or .portfolio. With a password, it is asked for here.',
  },
  {
    name: 'Ghostfolio',
    way: 'Open My Ghostfolio and choose Export Data: the name of the file ends in .json.',
  },
  {
    name: 'Wealthfolio',
    way: 'Open Settings, then Exports: the backup of the database, or the activities as JSON.',
  },
  {
    name: 'Sure, Maybe',
    way: 'Open Settings and choose Export data: the .zip file as it is.',
  },
  {
    name: 'Yahoo Finance',
    way: 'Open My Portfolio and choose Export: one .csv file for each portfolio.',
  },
  {
    name: 'Sharesight',
    way: 'Open Reports, All Trades, over the whole period, and export to CSV. Dividends stand in another report.',
  },
] as const;

/** One sentence for each program on how to get its file. */
export function Programs() {
  return (
    <section aria-labelledby="move-in-programs">
      <h2 id="move-in-programs" className="text-base font-semibold">
        How to get the file
      </h2>
      <dl className="mt-2 grid grid-cols-1 gap-3 text-sm sm:grid-cols-2">
        {programs.map(({ name, way }) => (
          <div key={name} className="rounded-md border border-line bg-surface px-3.5 py-3">
            <dt className="font-medium">{name}</dt>
            <dd className="mt-0.5 text-muted">{way}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-muted">
        For the file of a broker, open a portfolio and choose Import there.
      </p>
    </section>
  );
}
