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

/** Formats statements with `$1`, `$2`, … in place of strings. */
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

  /** `formatQuery` calls this for each string, each serialised JSON value and each element of a list. */
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
 * MikroORM's PostgreSQL driver, except that strings are sent beside the statement instead of inside it. MikroORM writes
 * values into the text of a statement, and PostgreSQL logs the text of statements that fail: password hashes, emails
 * and token digests would end up in its log.
 */
export class BoundDriver extends PostgreSqlDriver {
  protected override readonly platform = new BoundPlatform();
  protected override readonly connection = new BoundConnection(this.config, this.platform);
}
