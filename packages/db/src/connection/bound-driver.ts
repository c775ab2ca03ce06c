import {
  type AnyEntity,
  type Configuration,
  type Dictionary,
  type EntityData,
  isRaw,
  type LoggingOptions,
  NativeQueryBuilder,
  PostgreSqlConnection,
  PostgreSqlDriver,
  PostgreSqlPlatform,
  type QueryResult,
  type RawQueryFragment,
  raw,
  type Transaction,
} from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';

type Query = string | NativeQueryBuilder | RawQueryFragment;
type QueryParameters = readonly unknown[] | Dictionary<unknown>;

/** Replaces strings in statements by the placeholders `$1`, `$2`, …. */
class BoundPlatform extends PostgreSqlPlatform {
  #values: string[] | null = null;

  bind({ sql, params }: RawQueryFragment): CompiledQuery {
    const values: string[] = [];
    this.#values = values;
    try {
      return CompiledQuery.raw(this.formatQuery(sql, params), values);
    } finally {
      this.#values = null;
    }
  }

  /** Called by `formatQuery` for each string, serialised JSON value and list element. */
  override escape(value: unknown): string {
    if (this.#values === null || typeof value !== 'string') return super.escape(value);
    return `$${this.#values.push(value)}`;
  }
}

class BoundConnection extends PostgreSqlConnection {
  readonly #platform: BoundPlatform;

  constructor(config: Configuration, platform: BoundPlatform) {
    super(config);
    this.#platform = platform;
  }

  override async execute<
    T extends QueryResult | EntityData<AnyEntity> | EntityData<AnyEntity>[] = EntityData<AnyEntity>[],
  >(
    query: Query,
    params?: QueryParameters,
    method: 'all' | 'get' | 'run' = 'all',
    transaction?: Transaction,
    loggerContext?: LoggingOptions,
  ): Promise<T> {
    await this.ensureConnection();
    const statement = this.#platform.bind(toFragment(query, params));
    return this.executeQuery(
      statement.sql,
      async () => {
        const result = await (transaction ?? this.getClient()).executeQuery(statement);
        return this.transformRawResult<T>(result, method);
      },
      { ...loggerContext, params: statement.parameters },
    );
  }
}

function toFragment(query: Query, params: QueryParameters = []): RawQueryFragment {
  if (query instanceof NativeQueryBuilder) return query.toRaw();
  return isRaw(query) ? query : raw(query, params);
}

/**
 * MikroORM's PostgreSQL driver, with strings sent as bound parameters. MikroORM inlines values into the statement, and
 * PostgreSQL logs the text of failing statements: its log would contain password hashes, emails and token digests.
 */
export class BoundDriver extends PostgreSqlDriver {
  protected override readonly platform = new BoundPlatform();
  protected override readonly connection = new BoundConnection(this.config, this.platform);
}
