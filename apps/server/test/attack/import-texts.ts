/** Size limit of the body of an import. */
const maxImportBytes = 2 * 1024 * 1024;

/** Leaves room for the other fields of the body. */
const maxTextBytes = maxImportBytes - 200;

/** The part as often as it fits, by its length in JSON. */
const fill = (part: string, used = 0) =>
  part.repeat(Math.floor((maxTextBytes - used) / (Buffer.byteLength(JSON.stringify(part)) - 2)));

const table = (header: string, row: string) => {
  const text = `${header}\n`;
  return text + fill(row, JSON.stringify(text).length);
};

const account = (sections: object) =>
  JSON.stringify({ format: 'stockbook-account', version: 1, watch_list: [], ...sections });

const listed = <Entry>(count: number, entry: (index: number) => Entry) =>
  Array.from({ length: count }, (_, index) => entry(index));

/** Texts of the largest size that is read, by what they try. @param rule a slow one */
export function importTexts(symbols: readonly string[], rule: string) {
  return {
    accepted: {
      '500 known stocks': symbols.join(','),
      'notes of 500 stocks': `symbol,favourite,notes\n${symbols.map((symbol) => `${symbol},yes,${'x'.repeat(2_000)}`).join('\n')}`,
      '10,000 signal rules': account({
        signal_rules: listed(10_000, (index) => ({ when: `close > ${index}`, scope: 'watch_list' })),
      }),
      'rules with unknown names': account({
        signal_rules: listed(1_000, (index) => ({
          when: `${'x'.repeat(1_950)} > ${index}`,
          scope: 'watch_list',
        })),
      }),
      'slow signal rules': account({
        signal_rules: listed(2_500, (index) => ({
          when: rule.replace('{{number}}', `${index}`),
          scope: 'watch_list',
        })),
      }),
      'study sets': account({
        study_sets: listed(400, (index) => ({
          name: `s${index}`,
          studies: listed(20, (number) => ({
            indicator_function: 'SMA',
            parameters: { timeperiod: number + 2 },
          })),
        })),
      }),
      'indicators of a stock': account({
        watch_list: [
          {
            symbol: symbols[0],
            indicators: listed(20_000, (index) => ({
              indicator_function: 'SMA',
              indicator_name: 'x',
              parameters: { timeperiod: index + 2 },
            })),
          },
        ],
      }),
    },
    refused: {
      commas: fill(','),
      blanks: fill('A '),
      'one-letter symbols': fill('A,'),
      columns: `symbol,${fill('a,', 20)}`,
      'equal names': `${fill('symbol,', 20)}\nA`,
      lines: fill('A\n'),
      'rows of a table': table('symbol,name', 'A,b\n'),
      'empty rows': table('symbol,name', ',\n'),
      quotes: `symbol,notes\nA,"${fill('""', 40)}`,
      apostrophes: fill("'"),
      ISINs: fill('US0378331005,'),
      rockets: fill('🚀,'),
      brackets: fill('['),
      objects: fill('{"a":'),
      'empty entries': `{"format":"stockbook-account","version":1,"watch_list":[${fill('0,', 100)}0]}`,
      'empty rules': `{"format":"stockbook-account","version":1,"watch_list":[],"signal_rules":[${fill('{},', 200)}{}]}`,
    },
  };
}

const transactionHeader = 'date,symbol,type,quantity,unitprice,currency,fee';

/** Files with transactions, by what they try: the most rows that are read, and texts that are refused. */
export function transactionTexts(symbols: readonly string[]) {
  const rows = (row: (index: number) => string) => [transactionHeader, ...listed(10_000, row)].join('\n');
  const symbolAt = (index: number) => symbols[index % symbols.length];
  return {
    '10,000 purchases of known stocks': rows(
      (index) => `2024-01-02,${symbolAt(index)},BUY,${index + 1},10.5,USD,1`,
    ),
    '10,000 unknown stocks': rows((index) => `2024-01-02,Q${index},BUY,1,10.5,USD,1`),
    '10,000 unknown types': rows((index) => `2024-01-02,${symbolAt(index)},type ${index},1,10.5,USD,1`),
    '10,000 equal rows': rows(() => `2024-01-02,${symbols[0]},BUY,1,10.5,USD,1`),
    'empty rows': `${transactionHeader}\n${fill(',,,,,,\n', 100)}`,
    'too many rows': `${transactionHeader}\n${fill('a,b\n', 100)}`,
    columns: `${transactionHeader}\n${fill(',', 100)}`,
    quotes: `${transactionHeader}\n"${fill('""', 200)}`,
    'JSON brackets': fill('['),
    'JSON activities': `{"activities":[${fill('0,', 100)}0]}`,
  };
}
