import { FirstSchema } from './0001-first-schema.ts';
import { TokensAndAttempts } from './0002-tokens-and-attempts.ts';
import { ScheduledRefresh } from './0003-scheduled-refresh.ts';
import { RecentCloses } from './0004-recent-closes.ts';
import { IndicatorsByStock } from './0005-indicators-by-stock.ts';
import { PendingClose } from './0006-pending-close.ts';
import { UntrackedSince } from './0007-untracked-since.ts';
import { CorporateActions } from './0008-corporate-actions.ts';
import { KeyedSources } from './0009-keyed-sources.ts';
import { ImportLines } from './0010-import-lines.ts';
import { FieldNames } from './0011-field-names.ts';
import { TokenScopes } from './0012-token-scopes.ts';
import { Signals } from './0013-signals.ts';
import { Notifications } from './0014-notifications.ts';
import { IdempotencyKeys } from './0015-idempotency-keys.ts';
import { BackupStateTable } from './0016-backup-state.ts';
import { Backtests } from './0017-backtests.ts';
import { StockFigures } from './0018-stock-figures.ts';
import { AccountSecurity } from './0019-account-security.ts';
import { SectorLookUps } from './0020-sector-look-ups.ts';
import { StudySets } from './0021-study-sets.ts';
import { BarsWithoutForeignKey } from './0022-bars-without-foreign-key.ts';

/** All migrations, oldest first. The SQL of a released migration never changes. */
export const migrations = [
  { name: '0001-first-schema', class: FirstSchema },
  { name: '0002-tokens-and-attempts', class: TokensAndAttempts },
  { name: '0003-scheduled-refresh', class: ScheduledRefresh },
  { name: '0004-recent-closes', class: RecentCloses },
  { name: '0005-indicators-by-stock', class: IndicatorsByStock },
  { name: '0006-pending-close', class: PendingClose },
  { name: '0007-untracked-since', class: UntrackedSince },
  { name: '0008-corporate-actions', class: CorporateActions },
  { name: '0009-keyed-sources', class: KeyedSources },
  { name: '0010-import-lines', class: ImportLines },
  { name: '0011-field-names', class: FieldNames },
  { name: '0012-token-scopes', class: TokenScopes },
  { name: '0013-signals', class: Signals },
  { name: '0014-notifications', class: Notifications },
  { name: '0015-idempotency-keys', class: IdempotencyKeys },
  { name: '0016-backup-state', class: BackupStateTable },
  { name: '0017-backtests', class: Backtests },
  { name: '0018-stock-figures', class: StockFigures },
  { name: '0019-account-security', class: AccountSecurity },
  { name: '0020-sector-look-ups', class: SectorLookUps },
  { name: '0021-study-sets', class: StudySets },
  { name: '0022-bars-without-foreign-key', class: BarsWithoutForeignKey },
];
