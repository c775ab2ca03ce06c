import { dayMs } from '@stockbook/common/durations';
import { knownInputs, refusedByDesign, usualValues } from '../../test/attack/known-inputs.ts';
import { type Input, type Shape, shapesOf, targets } from '../../test/attack/largest-inputs.ts';
import { moveFile } from '../../test/attack/moves.ts';
import { document } from '../../test/support/contract.ts';
import { password } from '../support/stack.ts';

/** Steps around a call that make it repeatable: another call, or a statement of `steps.ts`. */
interface Around {
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

export interface MeasuredCall extends Around {
  readonly operation: string;
  readonly shape: Shape;
}

/** Calls that create, with those that delete what they have created: `{{new}}`. */
const deletions: Readonly<Record<string, string>> = {
  addStock: 'removeStock',
  createList: 'deleteList',
  createJournalEntry: 'deleteJournalEntry',
  createSignalRule: 'deleteSignalRule',
  createChannel: 'deleteChannel',
  createStrategy: 'deleteStrategy',
  runBacktest: 'deleteBacktest',
  createStudySet: 'deleteStudySet',
  createPortfolio: 'deletePortfolio',
  createTransactions: 'deleteTransaction',
  createTagGroup: 'deleteTagGroup',
  createInstrument: 'deleteInstrument',
  createToken: 'deleteToken',
  importTransactions: 'takeBackImport',
  startMove: 'takeBackMove',
};

const newSignIn = { before: ['signIn'], after: ['signIn'] };

const around: Readonly<Record<string, Around>> = {
  ...Object.fromEntries(
    Object.entries(deletions).flatMap(([creation, deletion]) => [
      [creation, { after: [deletion] }],
      [deletion, { before: [creation] }],
    ]),
  ),
  restoreList: { before: ['createList', 'deleteList'], after: ['deleteList'] },
  restoreJournalEntry: {
    before: ['createJournalEntry', 'deleteJournalEntry'],
    after: ['deleteJournalEntry'],
  },
  addListStocks: { before: ['removeListStock'] },
  removeListStock: { before: ['addListStocks'] },
  deleteInstrumentBars: { before: ['setInstrumentBars'] },
  createExamplePortfolio: { after: ['deletePortfolio'] },
  commitMove: { before: ['startMove'], after: ['takeBackMove'] },
  createSecondFactor: newSignIn,
  confirm: newSignIn,
  refreshToken: newSignIn,
  logout: newSignIn,
  logoutEverywhere: newSignIn,
  endSignIn: newSignIn,
  changePassword: { before: ['signIn'], after: ['restorePassword', 'signIn'] },
  dismissNotice: { before: ['showNotice'] },
  retryDelivery: { before: ['failDelivery'] },
  // The strategy keeps 50 of those that the calls before have started.
  getSweep: { before: ['runSweep'] },
  takeDividends: { before: ['forgetDividends'], after: ['forgetDividends'] },
  dismissDividend: { before: ['forgetDividends'] },
};

const recently = '2026-06-01';
const bars = Array.from({ length: 20 }, (_, day) => ({
  date: `2026-01-${String(day + 1).padStart(2, '0')}`,
  close: 1.5,
}));

/** Files of another program. */
export const movedFiles = [{ name: 'file.xml', data: moveFile(20) }];

/** Texts of usual length, and inputs that can be repeated: they change what the calls of attackers have. */
function changes(symbols: readonly string[]): Readonly<Record<string, Input>> {
  const [symbol] = symbols;
  const dividend = { symbol, ex_date: new Date(Date.now() - 30 * dayMs).toISOString().slice(0, 10) };
  return {
    register: { password },
    // The call of a token follows in a second round.
    changePassword: { new_password: 'another private sentence', revoke_tokens: undefined },
    logoutEverywhere: { except_current: true, tokens: false },
    getToken: { tokenId: '{{apiToken}}' },
    deleteToken: { tokenId: '{{new}}' },
    removeStock: { symbol: '{{otherSymbol}}' },
    deleteList: { listId: '{{new}}' },
    restoreList: { listId: '{{new}}' },
    deleteJournalEntry: { entryId: '{{new}}' },
    restoreJournalEntry: { entryId: '{{new}}' },
    deleteSignalRule: { id: '{{new}}' },
    deleteChannel: { channelId: '{{new}}' },
    deleteStrategy: { strategyId: '{{new}}' },
    deleteBacktest: { backtestId: '{{new}}' },
    deleteStudySet: { studySetId: '{{new}}' },
    deletePortfolio: { portfolioId: '{{new}}' },
    deleteTransaction: { portfolioId: '{{portfolio}}', transactionId: '{{new}}' },
    deleteTagGroup: { groupId: '{{new}}' },
    deleteInstrument: { symbol: '{{new}}', confirmation: '{{new}}' },
    takeBackImport: { portfolioId: '{{portfolio}}', importId: '{{new}}' },
    answerMove: { answers: { 'name:p1': 'changed' } },
    commitMove: { moveId: '{{new}}' },
    takeBackMove: { moveId: '{{new}}' },
    startMove: { files: movedFiles },
    listQuotes: { symbols: symbols.slice(0, 3).join() },
    calculateIndicator: { parameters: { timeperiod: 20 } },
    replaceDrawings: { drawings: [{ kind: 'ray', points: [{ date: recently, price: 200 }] }] },
    createInstrument: { bars },
    setInstrumentBars: { bars, preview: undefined },
    addInstrumentBars: { bars, preview: undefined },
    deleteInstrumentBars: { since: '2026-01-20', until: undefined },
    setInstrumentActions: {
      dividends: [{ ex_date: recently, amount: 1 }],
      splits: undefined,
      repeats: undefined,
      preview: undefined,
    },
    markSignalsRead: { ids: ['{{signal}}'] },
    createStudySet: { studies: [{ indicator_function: 'SMA' }] },
    updateStudySet: { name: undefined, studies: [{ indicator_function: 'SMA' }] },
    runSweep: {
      strategyId: '{{slowStrategy}}',
      ranges: [{ numbers: ['entry[0]'], from: 7, to: 7, step: 1 }],
    },
    getSweep: { sweepId: '{{new}}' },
    listTransactions: { limit: 100, offset: 0 },
    createTransactions: {
      transactions: undefined,
      type: 'BUY',
      date: recently,
      symbol: '{{symbol}}',
      quantity: 1,
      price: 10,
    },
    getDayPrice: { date: recently, currency: 'USD' },
    createTransfer: {
      symbol: '{{symbol}}',
      quantity: 0.001,
      price: undefined,
      date: recently,
      note: undefined,
    },
    importTransactions: {
      text: `date,symbol,type,quantity,unitprice,currency,fee\n${recently},${symbol},BUY,1,10.5,USD,1`,
      commit: true,
    },
    importStocks: { text: symbols.join() },
    takeDividends: { dividends: [dividend] },
    dismissDividend: dividend,
    getPortfolioOverview: { currency: 'USD' },
    updateChannel: { target: 'http://127.0.0.1:9/changed' },
  };
}

const usualTexts = {
  name: 'n{{number}}',
  description: 'A few words',
  text: 'Bought after the report, sells at 120',
  notes: 'Looked at in spring',
  note: 'monthly',
};

/** Texts of one rule each; its number makes each one a rule of its own. */
const rules = { valid: { slow: 'rsi(14) < 30 or close > {{number}}' }, refused: {} };

/**
 * The published calls, each with its usual input; reads whose responses are cached once more, with another input each
 * time. @param symbols of the watch list
 */
export function listCalls(symbols: readonly string[]): MeasuredCall[] {
  const imports = { accepted: { '500 known stocks': symbols.join() }, refused: {} };
  const texts = { rules, imports, symbols, password };
  const known = knownInputs(texts);
  const changed = changes(symbols);
  return targets
    .filter(({ id }) => !refusedByDesign.has(id))
    .flatMap((target): MeasuredCall[] => {
      const { id } = target;
      const { values, variants = {} } = known[id] ?? {};
      const uncached = Object.fromEntries(Object.entries(variants).filter(([name]) => isUncached(name)));
      const input = { values: { ...values, ...changed[id] }, variants: uncached };
      const [usual, ...others] = shapesOf(target, { ...usualValues(texts), ...usualTexts }, input);
      const measured = cachedReads.has(id) ? others.filter(({ name }) => isUncached(name)) : [];
      if (usual) measured.unshift({ ...usual, name: 'usual' });
      return measured.map((shape) => ({ operation: id, shape, ...around[id] }));
    });
}

/** Reads with an ETag, whose responses the server keeps. */
const cachedReads = new Set(
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, responses }) => ('304' in responses ? operationId : [])),
);

const isUncached = (shape: string) => shape.includes('another');
