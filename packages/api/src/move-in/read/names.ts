import { cleanText } from './texts.ts';

/** The names of files without what tells their kind, each once: they become the names of portfolios. */
export function portfolioNames(files: readonly { readonly name: string }[]): string[] {
  const taken = new Set<string>();
  return files.map(({ name: fileName }) => {
    const own = cleanText(fileName.replace(/\.(csv|txt|json)$/i, '')) || 'Portfolio';
    let name = own;
    for (let count = 2; taken.has(name); count += 1) name = `${own} (${count})`;
    taken.add(name);
    return name;
  });
}
