import { dayMs } from '@stockbook/common/durations';
import {
  calculatedIndicatorRepository,
  drawingSetRepository,
  journalEntryRepository,
  notificationChannelRepository,
  passkeyRepository,
  personalAccessTokenRepository,
  providerConnectionRepository,
  securityEventRepository,
  sessionRepository,
  signalRepository,
  signalRuleRepository,
  stockListRepository,
  strategyRepository,
  studySetRepository,
  watchListRepository,
} from '@stockbook/db';
import { presentToken } from '../../auth/access-tokens/access-tokens.ts';
import { requireConfirmation } from '../../auth/confirmation/confirmation.ts';
import { presentEvent } from '../../auth/events/events.ts';
import { presentPasskey } from '../../auth/passkeys/passkeys.ts';
import { presentSession } from '../../auth/sessions/list-sessions.ts';
import type { UserContext } from '../../context.ts';
import { presentList } from '../../lists/list-content.ts';
import { presentChannel } from '../../notifications/channels/present-channel.ts';
import { spend } from '../../quotas/budget.ts';
import { presentSignal } from '../../signals/inbox/inbox.ts';
import { readRules } from '../../strategies/read-rules.ts';
import { presentStrategy } from '../../strategies/strategies.ts';
import { OutputStream } from '../../streaming/output-stream.ts';
import { presentStudySet } from '../../study-sets/study-sets.ts';
import { writeInstruments } from './export-instruments.ts';
import { writePortfolios } from './export-portfolios.ts';
import { type AccountExport, accountFormat, accountFormatVersion } from './schemas.ts';

/** Exports of a user within a day: each reads everything. */
const maxExportsPerDay = 2;

/**
 * Streams everything of the caller as JSON, section by section.
 * @throws AppError UNAUTHORIZED without a signed-in session, CONFIRMATION_REQUIRED, TOO_MANY_REQUESTS
 */
export async function exportAccount(ctx: UserContext): Promise<OutputStream> {
  await ctx.em.transactional(async (tx) => {
    await requireConfirmation(ctx, tx);
    await spend(tx, ctx, {
      name: 'account exports',
      maximum: maxExportsPerDay,
      windowMs: dayMs,
      message: `You have exported your account ${maxExportsPerDay} times within a day`,
    });
    const { user, credential } = ctx;
    await ctx.services.securityEvents.record(tx, 'exported', ctx, {
      userId: user.id,
      sessionId: credential.id,
    });
  });
  const stream = await OutputStream.start(writeAccount(ctx));
  ctx.adopt(stream);
  return stream;
}

async function* writeAccount(ctx: UserContext): AsyncGenerator<string> {
  const { email, username, firstName, lastName } = ctx.user;
  const head: Pick<AccountExport, 'format' | 'version' | 'exported_at' | 'profile'> = {
    format: accountFormat,
    version: accountFormatVersion,
    exported_at: ctx.services.clock().toISOString(),
    profile: { email, username, first_name: firstName, last_name: lastName },
  };
  yield JSON.stringify(head).slice(0, -1);
  const sections: Readonly<Record<string, (ctx: UserContext) => AsyncIterable<string>>> = {
    instruments: writeInstruments,
    watch_list: entriesOf(readWatchList),
    lists: entriesOf(readLists),
    journal: entriesOf(readJournal),
    strategies: entriesOf(readStrategies),
    portfolios: writePortfolios,
    study_sets: entriesOf(readStudySets),
    signal_rules: entriesOf(readSignalRules),
    tokens: entriesOf(readTokens),
    passkeys: entriesOf(readPasskeys),
    channels: entriesOf(readChannels),
    signals: entriesOf(readSignals),
    sign_ins: entriesOf(readSignIns),
    provider_connections: entriesOf(readConnections),
    security_events: entriesOf(readEvents),
  };
  for (const [name, write] of Object.entries(sections)) {
    yield `,${JSON.stringify(name)}:[`;
    yield* write(ctx);
    yield ']';
  }
  yield '}';
}

type Entries = AsyncIterable<object> | Promise<readonly object[]>;

/** Writes the entries of a section as JSON texts, separated by commas. */
function entriesOf(read: (ctx: UserContext) => Entries) {
  return async function* write(ctx: UserContext): AsyncGenerator<string> {
    let separator = '';
    for await (const entry of await read(ctx)) {
      yield separator + JSON.stringify(entry);
      separator = ',';
    }
  };
}

/** Rows in one query and in one turn of the event loop, which 1,000 would hold for 50 ms. */
const pageSize = 200;

interface Page {
  readonly limit: number;
  readonly offset: number;
}

async function* readPages<Row>(readPage: (page: Page) => Promise<readonly Row[]>): AsyncGenerator<Row> {
  for (let offset = 0; ; offset += pageSize) {
    const rows = await readPage({ limit: pageSize, offset });
    yield* rows;
    if (rows.length < pageSize) return;
  }
}

function withoutId<Entry extends { readonly id: string }>({ id: _, ...exported }: Entry): Omit<Entry, 'id'> {
  return exported;
}

async function* readWatchList({
  em,
  user,
}: UserContext): AsyncGenerator<AccountExport['watch_list'][number]> {
  for await (const link of readPages((page) => watchListRepository.listOfUser(em, user.id, page))) {
    const { stock } = link;
    // Indicators are stored by stock: one query for several stocks would need several database nodes.
    const drawings = await drawingSetRepository.listOfUser(em, user.id, stock.id);
    const indicators = await calculatedIndicatorRepository.listOfUser(em, user.id, stock.id);
    yield {
      symbol: stock.symbol,
      name: stock.name,
      isin: stock.isin,
      exchange: stock.exchange,
      currency: stock.currency,
      added_at: link.addedAt.toISOString(),
      is_favorite: link.isFavorite,
      notes: link.notes,
      notify_on_signals: link.notifyOnSignals,
      drawings: drawings.map(({ kind, name, points }) => ({ kind, name, points: [...points] })),
      indicators: indicators.map(({ indicatorFunction, indicatorName, parameters }) => ({
        indicator_function: indicatorFunction,
        indicator_name: indicatorName,
        parameters,
      })),
    };
  }
}

async function readLists({ em, user }: UserContext): Promise<AccountExport['lists']> {
  const lists = await stockListRepository.listWithSymbols(em, user.id, {});
  return lists.map((list) => {
    const { id, position, size, ...exported } = presentList(list);
    return exported;
  });
}

async function* readJournal({ em, user }: UserContext): AsyncGenerator<AccountExport['journal'][number]> {
  const readPage = async (page: Page) => (await journalEntryRepository.listOfUser(em, user.id, page))[0];
  for await (const { symbol, day, kind, text, createdAt, updatedAt } of readPages(readPage)) {
    yield {
      symbol,
      day,
      kind,
      text,
      created_at: createdAt.toISOString(),
      updated_at: updatedAt.toISOString(),
    };
  }
}

async function readStrategies({ em, user }: UserContext): Promise<AccountExport['strategies']> {
  const [strategies] = await strategyRepository.listOfUser(em, user.id, {});
  const lists = await stockListRepository.listOfUser(em, user.id, {});
  const nameOf = new Map(lists.map(({ id, name }) => [id, name]));
  return strategies.map((strategy) => {
    const scope = readRules(strategy.rules).runnable?.scope;
    const listId = scope && 'listId' in scope ? scope.listId : null;
    const list = nameOf.get(listId?.toLowerCase() ?? '') ?? null;
    return { ...withoutId(presentStrategy(strategy)), list };
  });
}

async function readStudySets({ em, user }: UserContext): Promise<AccountExport['study_sets']> {
  const [sets] = await studySetRepository.listOfUser(em, user.id, {});
  return sets.map((set) => withoutId(presentStudySet(set)));
}

async function readSignalRules({ em, user }: UserContext): Promise<AccountExport['signal_rules']> {
  const [rules] = await signalRuleRepository.listOfUser(em, user.id);
  return rules.map((rule) => ({
    when: rule.condition,
    name: rule.name,
    scope: rule.scope,
    symbol: rule.symbol,
    list: rule.listName,
    trigger: rule.trigger,
    quiet_bars: rule.quietBars,
    is_active: rule.isActive,
    during_session: rule.sessionLevel !== null,
    expires_on: rule.expiresOn,
    created_at: rule.createdAt.toISOString(),
  }));
}

async function readTokens({ em, user }: UserContext): Promise<AccountExport['tokens']> {
  const [tokens] = await personalAccessTokenRepository.listOfUser(em, user.id, {});
  return tokens.map((token) => withoutId(presentToken(token)));
}

async function readPasskeys({ em, user }: UserContext): Promise<AccountExport['passkeys']> {
  const [passkeys] = await passkeyRepository.listOfUser(em, user.id, {});
  return passkeys.map((passkey) => withoutId(presentPasskey(passkey)));
}

async function readChannels(ctx: UserContext): Promise<AccountExport['channels']> {
  const [channels] = await notificationChannelRepository.listOfUser(ctx.em, ctx.user.id, {});
  return channels.map((channel) => {
    const {
      id: _,
      confirmation,
      confirmation_expires_at,
      last_ok_at,
      last_error,
      failing_since,
      is_this_device,
      ...exported
    } = presentChannel(ctx, channel);
    return exported;
  });
}

async function* readSignals({ em, user }: UserContext): AsyncGenerator<AccountExport['signals'][number]> {
  const readPage = async (page: Page) => (await signalRepository.listOfUser(em, user.id, page)).signals;
  for await (const signal of readPages(readPage)) {
    const { id: _, rule_id, strategy_id, rules, ...exported } = presentSignal(signal);
    yield exported;
  }
}

async function readSignIns(ctx: UserContext): Promise<AccountExport['sign_ins']> {
  const times = { now: ctx.services.clock(), idleSince: ctx.services.sessions.idleSince() };
  const [sessions] = await sessionRepository.listOfUser(ctx.em, ctx.user.id, {}, times);
  return sessions.map((session) => withoutId(presentSession(session)));
}

async function readConnections({ em, user }: UserContext): Promise<AccountExport['provider_connections']> {
  const connections = await providerConnectionRepository.listOfUser(em, user.id);
  return connections.map(({ issuer, subject, createdAt }) => ({
    issuer,
    subject,
    created_at: createdAt.toISOString(),
  }));
}

async function* readEvents({
  em,
  user,
}: UserContext): AsyncGenerator<AccountExport['security_events'][number]> {
  const readPage = async (page: Page) => (await securityEventRepository.listOfUser(em, user.id, page))[0];
  for await (const event of readPages(readPage)) {
    const { id: _, sign_in_id, token_id, ...exported } = presentEvent(event);
    yield exported;
  }
}
