import { createECDH, randomBytes } from 'node:crypto';
import { encode, type Input, json, type Known, mapValues, type Shape } from './largest-inputs.ts';
import { ownBars } from './own-bars.ts';
import { portfolioInputs } from './portfolio-inputs.ts';

type TextsByName<Name extends string = never> = Readonly<Record<Name, string> & Record<string, string>>;

interface Texts {
  /** By what they try. */
  readonly rules: { readonly valid: TextsByName<'slow'>; readonly refused: TextsByName };
  readonly imports: { readonly accepted: TextsByName<'500 known stocks'>; readonly refused: TextsByName };
  readonly symbols: readonly string[];
  readonly password: string;
}

/**
 * Operations that need a code, a passkey, an identity provider or an open confirmation, which only the owner of a phone
 * or a mailbox has, or a stock whose source names no currency. At an IP address there are no passkeys.
 */
export const refusedByDesign: ReadonlySet<string> = new Set([
  'activateSecondFactor',
  'removeSecondFactor',
  'renewRecoveryCodes',
  'getPasskeyOptions',
  'getPasskeyLoginOptions',
  'getConfirmOptions',
  'addPasskey',
  'getPasskey',
  'renamePasskey',
  'removePasskey',
  'loginByPasskey',
  'connectProvider',
  'confirmByProvider',
  'disconnectProvider',
  'exchangeOperatorCode',
  'confirmChannel',
  'confirmChannelByCode',
  'resendConfirmation',
  'setQuoteCurrency',
]);

/** The fields of both answers of an authenticator, as long as they fit into a body. */
const passkeyAnswer = {
  id: 'A'.repeat(1_000),
  rawId: 'A'.repeat(1_000),
  type: 'public-key',
  response: {
    clientDataJSON: 'A'.repeat(15_000),
    attestationObject: 'A'.repeat(15_000),
    authenticatorData: 'A'.repeat(15_000),
    signature: 'A'.repeat(15_000),
  },
};

const strategyRules = (entry: string, symbols: readonly string[]) => ({
  format: 'stockbook/1',
  entry,
  exit: entry,
  stop_loss_percent: 99,
  take_profit_percent: 1_000,
  max_bars: 5_000,
  scope: { symbols: symbols.slice(0, 100) },
});

/** A free object at the limit of 32 levels, with as many fields as fit. */
function freeObjects() {
  const deep = JSON.parse(`${'{"a":'.repeat(31)}{}${'}'.repeat(31)}`);
  return {
    'many fields': Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, index])),
    'many deep objects': Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${index}`, deep])),
    'a list of numbers': { list: Array.from({ length: 30_000 }, () => 1) },
  };
}

/** The largest settings of a run. Runs with equal ones would be one run. */
const settings = {
  cash: '#{{number}}',
  commission_percent: 9.9,
  spread_percent: 0.05,
  since: null,
  until: null,
};

/** The longest subscription whose keys fit the curve. */
function deviceSubscription() {
  const device = createECDH('prime256v1');
  device.generateKeys();
  return {
    endpoint: `https://push.example.com/{{number}}/${'x'.repeat(1_960)}`,
    keys: { p256dh: device.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  };
}

/** Values of fields by their name, for all operations. */
export function usualValues({ rules, symbols, password }: Texts): Input {
  return {
    symbol: '{{symbol}}',
    stock_symbol: '{{symbol}}',
    symbols: symbols.slice(0, 50),
    isin: null,
    taskId: '{{task}}',
    tokenId: '{{apiToken}}',
    signInId: '{{signIn}}',
    passkeyId: '{{signIn}}',
    response: passkeyAnswer,
    noticeId: '{{event}}',
    studySetId: '{{studySet}}',
    id: '{{signalRule}}',
    strategyId: '{{strategy}}',
    backtestId: '{{backtest}}',
    sweepId: '{{sweep}}',
    portfolioId: '{{portfolio}}',
    transactionId: '{{transaction}}',
    groupId: '{{tagGroup}}',
    importId: '{{import}}',
    import_id: undefined,
    listId: '{{list}}',
    list_id: undefined,
    entryId: '{{journalEntry}}',
    channelId: '{{channel}}',
    deliveryId: '{{delivery}}',
    channel_id: '{{channel}}',
    rule_id: '{{signalRule}}',
    strategy_id: '{{strategy}}',
    ids: undefined,
    since: undefined,
    until: undefined,
    date: undefined,
    year: undefined,
    group: undefined,
    benchmark: undefined,
    known: undefined,
    code: undefined,
    confirmation: '{{username}}',
    email: '{{email}}',
    password,
    current_password: password,
    refresh_token: '{{refreshToken}}',
    when: rules.valid.slow,
    rules: strategyRules(rules.valid.slow, symbols),
    settings,
    ta_indicator: 'CCI',
    indicator_function: 'CCI',
    parameters: { timeperiod: '#{{limit}}' },
    color: '#ffffff',
    currency: 'USD',
    kind: 'ntfy',
    target: 'http://127.0.0.1:9/topic{{number}}',
    subscription: undefined,
    shows_details: undefined,
    during_session: undefined,
    q: 'a',
    scope: undefined,
    is_active: true,
    commit: false,
  };
}

/** Values and variants of single operations. */
export function knownInputs({ rules, imports, symbols }: Texts): Readonly<Record<string, Known>> {
  const { refused, valid } = rules;
  const ofRules = mapValues({ ...valid, ...refused }, (when) => ({ when }));
  const ofStrategies = {
    ...mapValues({ ...valid, ...refused }, (entry) => ({ rules: strategyRules(entry, symbols) })),
    ...mapValues(freeObjects(), (free) => ({ rules: free })),
  };
  const newPassword = '🔑'.repeat(120);
  const wrong = { password: 'x'.repeat(30_000), current_password: 'x'.repeat(30_000) };
  return {
    register: {
      values: {
        email: `u{{number}}${'x'.repeat(50)}@example.com`,
        username: 'u{{number}}',
        password: newPassword,
      },
    },
    login: { variants: { 'wrong and long': wrong } },
    confirm: { values: { response: undefined }, variants: { 'wrong and long': wrong } },
    changePassword: { values: { new_password: newPassword }, variants: { 'wrong and long': wrong } },
    addStock: {
      values: { symbol: '{{otherSymbol}}' },
      variants: { unknown: { symbol: 'X{{number}}' }, 'ISINs that do not exist': { symbol: 'US0378331005' } },
    },
    refreshStock: { values: { symbol: '{{listedSymbol}}' } },
    searchStocks: { variants: { 'no match': { q: `{{number}}${'🚀'.repeat(193)}` } } },
    getBarsOfStocks: {
      variants: {
        'another period each': { start_date: '{{day}}', adjust: 'dividends' },
        'weeks, adjusted': { interval: 'weekly', adjust: 'dividends', start_date: '{{day}}' },
      },
    },
    getBars: {
      variants: { 'months, adjusted': { interval: 'monthly', adjust: 'dividends', start_date: '{{day}}' } },
    },
    getBarsAsCsv: {
      variants: { 'weeks, adjusted': { interval: 'weekly', adjust: 'dividends', start_date: '{{day}}' } },
    },
    exportWatchList: { values: { symbols: symbols } },
    listStockIndicators: {
      values: { symbol: symbols[0] },
      variants: {
        'all by their ids': { ids: '{{allIndicators}}' },
        'without values': { data: false, limit: '{{limit}}' },
      },
    },
    getIndicatorsAsCsv: {
      values: { symbol: symbols[0] },
      variants: { 'another one each': { ids: '{{indicator}}' } },
    },
    calculateIndicator: {
      variants: {
        'short history': { parameters: { timeperiod: 100_000 } },
        'many parameters': { parameters: freeObjects()['many fields'] },
        MSW: { ta_indicator: 'MSW', parameters: { timeperiod: '#{{limit}}' } },
      },
    },
    getIndicatorTask: { values: { taskId: '{{indicatorTask}}' } },
    getStrategyTask: { values: { taskId: '{{runTask}}' } },
    getStockTask: { values: { taskId: '{{stockTask}}' } },
    getImportTask: { values: { taskId: '{{importTask}}' } },
    createSignalRule: { values: { symbol: undefined, scope: 'watch_list' }, variants: ofRules },
    updateSignalRule: { values: { symbol: undefined, scope: 'watch_list' }, variants: ofRules },
    previewRule: { variants: ofRules },
    screenList: {
      values: { scope: 'watch_list', columns: undefined },
      variants: { ...ofRules, columns: { when: undefined, columns: Object.values(valid).slice(0, 5) } },
    },
    listSignals: {
      variants: { 'of a stock': { symbol: '{{symbol}}' }, 'of a rule': { rule_id: '{{signalRule}}' } },
    },
    listSignalRules: { variants: { 'of a stock': { symbol: '{{symbol}}' } } },
    markSignalsRead: {
      values: { ids: Array.from({ length: 1_000 }, () => '{{signal}}') },
      variants: { all: { ids: undefined, until: '9999-12-31' } },
    },
    createStrategy: { variants: ofStrategies },
    updateStrategy: { variants: ofStrategies },
    checkRules: { variants: ofStrategies },
    runBacktest: {
      values: { strategyId: '{{slowStrategy}}' },
      variants: { 'many trades': { strategyId: '{{tradingStrategy}}' } },
    },
    runSweep: {
      values: {
        strategyId: '{{slowStrategy}}',
        ranges: [{ numbers: ['entry[0]', 'entry[1]'], from: 4_000, to: 4_499, step: 1 }],
      },
      variants: {
        'many trades': {
          strategyId: '{{tradingStrategy}}',
          ranges: [{ numbers: ['max_bars'], from: 1, to: 500, step: 1 }],
        },
      },
    },
    listTrades: { variants: { 'of a stock': { symbol: symbols[0] } } },
    getEquity: { values: { symbol: symbols[0] }, variants: { 'all stocks': { symbol: undefined } } },
    getMonthlyReturns: { values: { symbol: symbols[0] }, variants: { 'all stocks': { symbol: undefined } } },
    exportAccount: {},
    importStocks: {
      values: { text: imports.accepted['500 known stocks'] },
      variants: {
        ...mapValues({ ...imports.accepted, ...imports.refused }, (text) => ({ text })),
        ...Object.fromEntries(
          Object.entries(imports.accepted).map(([name, text]) => [`${name}, stored`, { text, commit: true }]),
        ),
      },
    },
    ...portfolioInputs(symbols),
    listQuotes: { values: { symbols: symbols.slice(0, 100).join(',') } },
    listJournal: {
      values: { symbol: undefined, kind: undefined, limit: 1_000, offset: 0 },
      variants: { 'many words': { q: 'w '.repeat(100) } },
    },
    createJournalEntry: { values: { kind: 'note', day: undefined } },
    restoreJournalEntry: { values: { entryId: '{{deletedEntry}}' } },
    restoreList: { values: { listId: '{{deletedList}}' } },
    updateJournalEntry: { values: { kind: 'note', day: undefined } },
    createList: { values: { name: '{{number}}', color: 'blue', symbols } },
    updateList: { values: { name: '{{number}}', color: 'blue', position: 0 } },
    createInstrument: {
      values: { symbol: '@{{number}}', terms: undefined, pricing: 'entered', bars: ownBars() },
    },
    updateInstrument: { values: { symbol: '@OWN', terms: undefined, pricing: 'entered', notes: undefined } },
    setInstrumentBars: { values: { symbol: '@OWN', csv: undefined, bars: ownBars() } },
    addInstrumentBars: { values: { symbol: '@OWN', csv: undefined, bars: ownBars() } },
    deleteInstrumentBars: { values: { symbol: '@OWN', since: '1900-01-01', until: '2050-01-01' } },
    deleteInstrument: { values: { symbol: '{{ownSymbol}}', confirmation: '{{ownSymbol}}' } },
    getInstrument: { values: { symbol: '@OWN' } },
    setInstrumentActions: {
      values: {
        symbol: '@OWN',
        dividends: [{ ex_date: '1990-01-01', amount: 1, repeat: { months: 1, until: '2023-01-01' } }],
        splits: Array.from({ length: 100 }, (_, index) => ({
          ex_date: `${1900 + index}-01-01`,
          numerator: 2,
          denominator: 1,
        })),
        repeats: [],
      },
    },
    previewInstrument: {
      values: {
        pricing: 'interest',
        terms: { start_date: '1950-01-02', percent_a_year: 1, compounding: 'daily' },
      },
    },
    setListStocks: { values: { symbols } },
    addListStocks: { values: { symbols } },
    replaceDrawings: {
      values: {
        symbol: symbols[0],
        drawings: Array.from({ length: 200 }, () => ({
          id: undefined,
          kind: 'trend',
          name: '🚀'.repeat(50),
          points: [
            { date: '2020-01-02', price: 1 },
            { date: '2021-01-04', price: 2 },
          ],
        })),
      },
    },
    createChannel: {
      values: { token: 'x'.repeat(500) },
      variants: {
        'a name to resolve': { target: 'https://x{{number}}.example.com/' },
        'a device': {
          kind: 'web_push',
          target: undefined,
          token: undefined,
          subscription: deviceSubscription(),
        },
      },
    },
    updateChannel: {
      values: { token: 'x'.repeat(500) },
      variants: { 'a name to resolve': { target: 'https://x{{number}}.example.com/' } },
    },
    confirmChannelByCode: { values: { code: '123456' } },
    confirmChannel: { values: { token: 'x'.repeat(512) } },
    activateSecondFactor: { values: { code: '123456' } },
    createToken: { values: { scope: 'read' } },
    logoutEverywhere: { values: { except_current: false, tokens: true } },
  };
}

const jsonRpc = (method: string, params: object) => json({ jsonrpc: '2.0', id: 1, method, params });

/** Calls that the document does not describe. */
export function otherCalls(symbols: readonly string[]): Readonly<Record<string, Shape[]>> {
  const get = (name: string, path: string, headers: Record<string, string> = {}): Shape => ({
    name,
    weight: 1,
    call: { method: 'GET', path, headers },
  });
  const chart = (input: object) => `/trpc/stocks.chart?input=${encode(json(input))}`;
  const mcp = (name: string, method: string, params: object): Shape => ({
    name,
    weight: 1,
    call: {
      method: 'POST',
      path: '/mcp',
      headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
      body: jsonRpc(method, params),
    },
  });
  const tool = (name: string, args: object) => mcp(name, 'tools/call', { name, arguments: args });
  return {
    'stocks.chart': [
      get('most studies', chart({ symbol: symbols[0], ids: '#{{twentyIndicators}}' })),
      get(
        'most studies from another day each',
        chart({ symbol: symbols[0], ids: '#{{twentyIndicators}}', start_date: '{{day}}' }),
      ),
      get('another day each', chart({ symbol: symbols[0], start_date: '{{day}}' })),
    ],
    MCP: [
      mcp('tools/list', 'tools/list', {}),
      tool('listStockIndicators', { symbol: symbols[0] }),
      tool('getBars', { symbol: '{{symbol}}' }),
      tool('listSignals', {}),
      tool('listTrades', { backtestId: '{{backtest}}' }),
      tool('checkRules', { rules: {} }),
    ],
    'API description': [
      get('OpenAPI 3.1', '/api/openapi.json'),
      get('OpenAPI 3.0, gzip', '/api/openapi-3.0.json', { 'accept-encoding': 'gzip' }),
    ],
    pages: [
      get('reference', '/api/docs'),
      get('reference script', '/api/docs/swagger-ui-bundle.js'),
      get('web client', '/'),
      get('unknown page', `/${'x'.repeat(8_000)}`),
    ],
  };
}
