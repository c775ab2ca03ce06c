import {
  calculatedIndicatorRepository,
  notificationChannelRepository,
  personalAccessTokenRepository,
  portfolioRepository,
  signalRuleRepository,
  strategyRepository,
  userStockRepository,
} from '@stockbook/db';
import { presentToken } from '../auth/access-tokens/present-token.ts';
import type { UserContext } from '../context.ts';
import { presentChannel } from '../notifications/channels/present-channel.ts';
import { presentPortfolio } from '../portfolios/present-portfolio.ts';
import { presentStrategy } from '../strategies/present-strategy.ts';
import { OutputStream } from '../streaming/output-stream.ts';
import { type AccountExport, accountFormat, accountFormatVersion } from './schemas.ts';

/** Streams everything of the caller as JSON, section by section. */
export async function exportAccount(ctx: UserContext): Promise<OutputStream> {
  const stream = await OutputStream.start(writeAccount(ctx));
  ctx.adopt(stream);
  return stream;
}

async function* writeAccount(ctx: UserContext): AsyncGenerator<string> {
  const { email, username, first_name, last_name } = ctx.user;
  const head: Pick<AccountExport, 'format' | 'version' | 'exported_at' | 'profile'> = {
    format: accountFormat,
    version: accountFormatVersion,
    exported_at: ctx.clock().toISOString(),
    profile: { email, username, first_name, last_name },
  };
  yield JSON.stringify(head).slice(0, -1);
  const sections = {
    watch_list: readWatchList,
    strategies: readStrategies,
    portfolios: readPortfolios,
    signal_rules: readSignalRules,
    tokens: readTokens,
    channels: readChannels,
  };
  for (const [name, read] of Object.entries(sections)) {
    yield `,${JSON.stringify(name)}:[`;
    let separator = '';
    for await (const entry of await read(ctx)) {
      yield separator + JSON.stringify(entry);
      separator = ',';
    }
    yield ']';
  }
  yield '}';
}

async function* readWatchList({
  em,
  user,
}: UserContext): AsyncGenerator<AccountExport['watch_list'][number]> {
  for (const link of await userStockRepository.listOfUser(em, user.id, {})) {
    const { stock } = link;
    // Indicators are stored by stock: one query for several stocks would need several database nodes.
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
      indicators: indicators.map(({ indicatorFunction, indicatorName, parameters }) => ({
        indicator_function: indicatorFunction,
        indicator_name: indicatorName,
        parameters,
      })),
    };
  }
}

async function readStrategies({ em, user }: UserContext): Promise<AccountExport['strategies']> {
  const [strategies] = await strategyRepository.listOfUser(em, user.id, {});
  return strategies.map((strategy) => {
    const { id: _, ...exported } = presentStrategy(strategy);
    return exported;
  });
}

async function readPortfolios({ em, user }: UserContext): Promise<AccountExport['portfolios']> {
  const [portfolios] = await portfolioRepository.listOfUser(em, user.id, {});
  return portfolios.map((portfolio) => {
    const { id: _, ...exported } = presentPortfolio(portfolio);
    return exported;
  });
}

async function readSignalRules({ em, user }: UserContext): Promise<AccountExport['signal_rules']> {
  const [rules] = await signalRuleRepository.listOfUser(em, user.id);
  return rules.map((rule) => ({
    when: rule.condition,
    name: rule.name,
    scope: rule.scope,
    symbol: rule.symbol,
    trigger: rule.trigger,
    quiet_bars: rule.quietBars,
    is_active: rule.isActive,
    created_at: rule.createdAt.toISOString(),
  }));
}

async function readTokens({ em, user }: UserContext): Promise<AccountExport['tokens']> {
  const [tokens] = await personalAccessTokenRepository.listOfUser(em, user.id, {});
  return tokens.map((token) => {
    const { id: _, ...exported } = presentToken(token);
    return exported;
  });
}

async function readChannels(ctx: UserContext): Promise<AccountExport['channels']> {
  const [channels] = await notificationChannelRepository.listOfUser(ctx.em, ctx.user.id, {});
  return channels.map((channel) => {
    const { id: _, last_ok_at, last_error, failing_since, ...exported } = presentChannel(ctx, channel);
    return exported;
  });
}
