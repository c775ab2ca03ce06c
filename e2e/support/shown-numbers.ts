import type { Page, Response } from '@playwright/test';

/** Longer lists are series of days, among whose numbers any text would be found: their ends alone count. */
const maxListLength = 100;

function* numbersIn(value: unknown): Generator<number> {
  if (typeof value === 'number') yield value;
  else if (Array.isArray(value)) {
    yield value.length;
    const items = value.length <= maxListLength ? value : [value[0], value.at(-1)];
    for (const item of items) yield* numbersIn(item);
  } else if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) yield* numbersIn(item);
  }
}

/** A number as a page writes it. */
interface ShownNumber {
  readonly text: string;
  readonly value: number;
  readonly decimals: number;
  readonly isSigned: boolean;
  readonly isPercent: boolean;
}

/** Words and times that have digits, but are no figures. */
const noFigures = [
  /\b30-day rule\b/g,
  /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* (\d{1,2}(, \d{4})?|\d{4})/g,
  /\b\d{4}-\d{2}-\d{2}\b/g,
  /\b(19|20)\d{2}\b/g,
  /\b\d{1,2}:\d{2}\b/g,
  /\b\d+(D|W|M|Y)\b/g,
  /\bS&P 500\b/g,
];

/** Points are differences of per cent. */
const number = /([+−-]?)[$€£¥₩]?(\d[\d,]*)(\.\d+)?(%| points)?/g;

function readNumbers(line: string): ShownNumber[] {
  const text = noFigures.reduce((rest, pattern) => rest.replaceAll(pattern, ' '), line);
  return [...text.matchAll(number)].map(([found, sign = '', whole = '', fraction = '', percent]) => ({
    text: found,
    value: Number(`${sign === '' || sign === '+' ? '' : '-'}${whole.replaceAll(',', '')}${fraction}`),
    decimals: Math.max(fraction.length - 1, 0),
    isSigned: sign !== '',
    isPercent: percent !== undefined,
  }));
}

/** Whether a number of the API, written with the decimals and the sign of the page, is the shown one. */
function isWritten(shown: ShownNumber, answered: number): boolean {
  const scales = shown.isPercent ? [1, 100] : [1];
  return scales.some((scale) => {
    const value = shown.isSigned ? answered : Math.abs(answered);
    const distance = Math.abs(value * scale - shown.value);
    return distance <= 0.5 * 10 ** -shown.decimals * (1 + 1e-9) + 1e-12;
  });
}

/** Collects the numbers that a page receives about portfolios, and finds those on show that are none of them. */
export class AnsweredNumbers {
  readonly #page: Page;
  readonly #numbers = new Set<number>();
  readonly #reading: Promise<void>[] = [];

  constructor(page: Page) {
    this.#page = page;
    page.on('response', (response) => {
      if (response.url().includes('/trpc/')) this.#reading.push(this.#read(response));
    });
  }

  async #read(response: Response): Promise<void> {
    if (!response.ok()) return;
    const answer: unknown = await response.json();
    for (const value of numbersIn(answer)) this.#numbers.add(value);
  }

  async #lines(): Promise<string[]> {
    return (await this.#page.getByRole('main').allInnerTexts()).flatMap((text) => text.split('\n'));
  }

  /** How many numbers the page's main part shows. */
  async shown(): Promise<number> {
    return (await this.#lines()).flatMap(readNumbers).length;
  }

  /** The numbers in the page's main part that no answer has, each with its line. */
  async unknown(): Promise<string[]> {
    await Promise.all(this.#reading);
    return (await this.#lines()).flatMap((line) =>
      readNumbers(line)
        .filter((shown) => ![...this.#numbers].some((answered) => isWritten(shown, answered)))
        .map(({ text }) => `${text} in: ${line.trim()}`),
    );
  }
}
