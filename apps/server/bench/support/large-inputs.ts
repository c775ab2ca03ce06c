import { randomBytes } from 'node:crypto';
import { moveBody, movedFile } from './moved-file.ts';

interface LargeInput {
  readonly name: string;
  /** `{portfolio}` stands for the id of a portfolio of the sender. */
  readonly path: string;
  readonly body: string;
  /** Whether it changes data, and a sender can send it only some times a minute. */
  readonly isAlone?: boolean;
}

/** Leaves room for the JSON around a text. */
const maxBytes = 2 * 1024 * 1024 - 2_000;

function repeated(unit: string, bytes = maxBytes): string {
  return unit.repeat(Math.floor(bytes / unit.length));
}

/** Joins what `unitOf` returns for 0, 1, …, up to the size of a body. */
function numbered(unitOf: (number: number) => string, bytes = maxBytes): string {
  const units: string[] = [];
  let length = 0;
  for (let number = 0; length < bytes; number += 1) {
    const unit = unitOf(number);
    units.push(unit);
    length += unit.length;
  }
  return units.slice(0, -1).join('');
}

/** The maximum of prices of an own instrument. */
const ownBars = () =>
  Array.from({ length: 20_000 }, (_, number) => {
    const date = new Date(Date.UTC(1970, 0, 1 + number)).toISOString().slice(0, 10);
    return { date, open: number + 1, high: number + 3, low: number + 0.5, close: number + 2, volume: number };
  });

/** A text is escaped in a body: `share` is that of the size which its quotes leave. */
const half = maxBytes / 2;

const account = (sections: string) =>
  `{"format":"stockbook-account","version":1,"watch_list":[]${sections === '' ? '' : `,${sections}`}}`;

const strategies = (entries: string) => account(`"strategies":[${entries}]`);

/** Texts that a list, a table or an account file could be. */
const texts: Readonly<Record<string, () => string>> = {
  'one symbol many times': () => repeated('A '),
  commas: () => repeated(','),
  'different symbols': () => numbered((number) => `T${number},`),
  quotes: () => `A${repeated('"', half)}A`,
  'quotes in quotes': () => repeated(`"'" `, half),
  spaces: () => `A${repeated(' ')}`,
  colons: () => repeated(':'),
  'one long symbol': () => repeated('A'),
  'names of sections': () => repeated('###,'),
  'a header of many columns': () => `symbol,${numbered((number) => `c${number},`)}`,
  'a header of equal columns': () => repeated('isin,'),
  'empty lines': () => `symbol,isin\\n${repeated('\\n')}`,
  'rows without a symbol': () => `symbol,isin\\n${repeated(',\\n')}`,
  'rows with a symbol': () => `symbol,isin\\n${repeated('A,\\n')}`,
  'rows of many columns': () => `symbol,isin\\nA${repeated(',')}`,
  'a long note': () => `symbol,favourite,notes\\nA,yes,${repeated('é', half)}`,
  'a quoted note': () => `symbol,favourite,notes\\nA,yes,"${repeated('x""', half)}"`,
  'an open quote': () => `symbol,notes\\nA,"${repeated('x')}`,
};

/** Account files, before they are escaped in a body. */
const accounts: Readonly<Record<string, () => string>> = {
  'account: a million entries': () => strategies(`${repeated('0,', half)}0`),
  'account: a million stocks': () =>
    `{"format":"stockbook-account","version":1,"watch_list":[${repeated('0,')}0]}`,
  'account: deep nesting': () => strategies(`${repeated('[', half)}${repeated(']', half)}`),
  'account: deep rules': () =>
    strategies(`{"name":"a","rules":{"a":${repeated('[', half)}${repeated(']', half)}}}`),
  'account: one long text': () => strategies(`{"name":"${repeated('x')}"}`),
  'account: one name many times': () => `{${repeated('"a":0,', half)}"format":"stockbook-account"}`,
  'account: equal sections': () =>
    `{${repeated('"watch_list":[],', half)}"format":"stockbook-account","version":1}`,
  'account: different names': () =>
    strategies(
      `{"name":"a","rules":{${numbered((number) => `"${number.toString(36)}":0,`, half * 1.3)}"z":0}}`,
    ),
  'account: different objects': () =>
    strategies(`${numbered((number) => `{"${number.toString(36)}":0},`, half * 1.3)}{}`),
  'account: 25,000 invalid strategies': () => strategies(`${'{"name":""},'.repeat(24_999)}{}`),
  'account: 25,000 invalid indicators': () =>
    `{"format":"stockbook-account","version":1,"watch_list":[{"symbol":"AAPL","indicators":[${'{"indicator_name":"x"},'.repeat(24_999)}0]}]}`,
  'account: valid indicators': () =>
    `{"format":"stockbook-account","version":1,"watch_list":[{"symbol":"AAPL","indicators":[${numbered((number) => `{"indicator_function":"SMA","indicator_name":"${number}","parameters":{"a":1}},`, half * 1.4)}0]}]}`,
  'account: own prices': () =>
    account(
      `"instruments":[{"symbol":"@A","name":"A","currency":"EUR","bars":${JSON.stringify(ownBars())}}]`,
    ),
  'account: cut off': () => `{"format":"stockbook-account","version":1,"watch_list":[${repeated('{},')}`,
};

/** Bodies whose JSON is the work. */
const bodies: Readonly<Record<string, () => string>> = {
  'body: a million numbers': () => `{"text":[${repeated('0,')}0]}`,
  'body: deep nesting': () => `{"text":${repeated('[', half)}${repeated(']', half)}}`,
  'body: different names': () => `{${numbered((number) => `"${number.toString(36)}":0,`)}"text":"A"}`,
  'body: different objects': () => `{"text":[${numbered((number) => `{"${number.toString(36)}":0},`)}0]}`,
  'body: escapes': () => `{"text":"${repeated('\\u0041')}"}`,
  'body: __proto__': () => `{"text":[${repeated('{"__proto_":0},')}{"__proto__":0}]}`,
  'body: not JSON': () => repeated('['),
};

/** Imports that are as expensive as 2 MiB can be. */
function imports(): { name: string; body: string }[] {
  return [
    { name: 'one symbol', body: '{"text":"A"}' },
    ...Object.entries(texts).map(([name, text]) => ({
      name,
      body: `{"text":"${text().replaceAll('"', '\\"')}"}`,
    })),
    ...Object.entries(accounts).map(([name, text]) => ({ name, body: JSON.stringify({ text: text() }) })),
    ...Object.entries(bodies).map(([name, body]) => ({ name, body: body() })),
  ];
}

/** Previews of transactions: files with the most rows that are read, and files that are refused. */
function transactions(): { name: string; text: string }[] {
  const header = 'date,symbol,type,quantity,unitprice,currency,fee\n';
  const rows = (rowOf: (number: number) => string) =>
    header + Array.from({ length: 10_000 }, (_, number) => `${rowOf(number)}\n`).join('');
  return [
    { name: '10,000 unknown stocks', text: rows((number) => `2024-01-02,Q${number},BUY,1,10.5,USD,1`) },
    { name: '10,000 equal rows', text: rows(() => '2024-01-02,AAPL,BUY,1,10.5,USD,1') },
    { name: '10,000 unknown types', text: rows((number) => `2024-01-02,AAPL,type ${number},1,10.5,USD,1`) },
    { name: 'too many rows', text: header + repeated('a,b\n') },
    { name: 'empty rows', text: header + repeated(',,,,,,\n') },
    { name: 'columns', text: header + repeated(',') },
    { name: 'quotes', text: `${header}"${repeated('""', half)}` },
    { name: 'activities', text: `{"activities":[${repeated('0,')}0]}` },
    { name: 'deep JSON', text: repeated('[') },
    { name: 'binary', text: repeated('\u0000', half / 3) },
  ];
}

/** Bytes of a body that moves files in. */
const maxMoveBytes = 24 * 1024 * 1024;

/** Files of another program: one that is read, and one as large as a body may be. */
const moves: Readonly<Record<string, () => string>> = {
  '30 MB of XML': () => moveBody(movedFile()),
  '24 MiB of no program': () => {
    const data = randomBytes((maxMoveBytes / 4) * 3 - 300).toString('base64');
    return JSON.stringify({ files: [{ name: 'book.xml', data }] });
  },
};

/** Requests with the largest inputs that their calls allow; an import of a list over both transports. */
export function largeInputs(): LargeInput[] {
  return [
    ...imports().flatMap(({ name, body }) => [
      { name, path: '/api/stocks/import', body },
      { name, path: '/trpc/transfer.import', body },
    ]),
    ...transactions().map(({ name, text }) => ({
      name: `transactions: ${name}`,
      path: '/api/portfolios/{portfolio}/import',
      body: JSON.stringify({ text }),
    })),
    ...['?preview=true', ''].map((query) => ({
      name: query === '' ? 'own prices' : 'own prices: preview',
      path: `/api/instruments/@LONG/bars${query}`,
      body: JSON.stringify({ bars: ownBars() }),
      isAlone: query === '',
    })),
    ...Object.entries(moves).map(([name, bodyOf]) => ({
      name: `move: ${name}`,
      path: '/api/portfolios/move-in',
      body: bodyOf(),
      isAlone: true,
    })),
  ];
}
