import { GraphObject, writeGraph } from './object-graph.ts';
import { type PpTestBook, type PpTestClassification, type PpTestEntry, unitsOf } from './pp-book.ts';

const object = (attributes?: Record<string, string>) => new GraphObject({ attributes });

/** Writes a book as XML, every object where the program meets it first. */
export function writePpXml(book: PpTestBook, references: 'paths' | 'ids'): string {
  return writeGraph('client', new ClientWriter(book).client(), references);
}

class ClientWriter {
  readonly #book: PpTestBook;
  readonly #securities = new Map<string, GraphObject>();
  readonly #accounts = new Map<string, GraphObject>();
  readonly #portfolios = new Map<string, GraphObject>();
  readonly #transactions = new Map<string, GraphObject>();

  constructor(book: PpTestBook) {
    this.#book = book;
  }

  client(): GraphObject {
    const { version, baseCurrency, accounts, portfolios, entries } = this.#book;
    const client = object().add('version', String(version)).add('baseCurrency', baseCurrency);
    client.add('securities', this.#listOfSecurities());
    for (const { uuid } of [...accounts, ...portfolios]) this.#transactions.set(uuid, object());
    for (const account of accounts) this.#accounts.set(account.uuid, this.#account(account));
    for (const portfolio of portfolios) this.#portfolios.set(portfolio.uuid, this.#portfolio(portfolio));
    for (const entry of entries) this.#add(entry);
    client.add('watchlists', this.#watchlists());
    client.add('accounts', listOf('account', this.#accounts.values()));
    client.add('portfolios', listOf('portfolio', this.#portfolios.values()));
    const plans = object();
    for (let count = 0; count < (this.#book.plans ?? 0); count += 1)
      plans.add('plan', object().add('name', 'Plan'));
    client.add('plans', plans);
    client.add('taxonomies', this.#taxonomies());
    // Readers drop the settings.
    return client.add('settings', object().add('bookmarks', object().add('bookmark', 'x')));
  }

  #listOfSecurities(): GraphObject {
    for (const security of this.#book.securities) {
      const prices = object();
      for (const [t, v] of security.prices ?? []) prices.add('price', object({ t, v: String(v) }));
      const events = object();
      for (const { date, type, details } of security.events ?? []) {
        events.add('event', object().add('date', date).add('type', type).add('details', details));
      }
      const written = object()
        .add('uuid', security.uuid)
        .add('name', security.name)
        .add('currencyCode', security.currency)
        .add('targetCurrencyCode', security.targetCurrency)
        .add('note', security.note)
        .add('isin', security.isin)
        .add('tickerSymbol', security.ticker)
        .add('wkn', security.wkn)
        .add('feed', security.feed)
        .add('prices', prices);
      const { latest } = security;
      if (latest) written.add('latest', object({ t: latest[0], v: String(latest[1]) }));
      written.add('attributes', object().add('map', object())).add('events', events);
      this.#securities.set(security.uuid, written);
    }
    return listOf('security', this.#securities.values());
  }

  #account({ uuid, name, currency }: PpTestBook['accounts'][number]): GraphObject {
    return object()
      .add('uuid', uuid)
      .add('name', name)
      .add('currencyCode', currency)
      .add('isRetired', 'false')
      .add('transactions', this.#transactions.get(uuid));
  }

  #portfolio({ uuid, name, reference }: PpTestBook['portfolios'][number]): GraphObject {
    return object()
      .add('uuid', uuid)
      .add('name', name)
      .add('referenceAccount', this.#accounts.get(reference))
      .add('transactions', this.#transactions.get(uuid));
  }

  #add(entry: PpTestEntry): void {
    const { type } = entry;
    if (type === 'buy' || type === 'sell') this.#trade(entry, type === 'buy' ? 'BUY' : 'SELL');
    else if (type === 'move_shares' || type === 'move_cash') this.#transfer(entry, type);
    else if (type === 'inbound' || type === 'outbound') {
      const leg = this.#leg(entry, entry.uuid, unitsOf(entry));
      leg.add('type', type === 'inbound' ? 'DELIVERY_INBOUND' : 'DELIVERY_OUTBOUND');
      this.#transactions.get(entry.portfolio ?? '')?.add('portfolio-transaction', leg);
    } else {
      const leg = this.#leg(entry, entry.uuid, unitsOf(entry)).add('type', type);
      this.#transactions.get(entry.account ?? '')?.add('account-transaction', leg);
    }
  }

  #trade(entry: PpTestEntry, type: string): void {
    const cross = object({ class: 'buysell' });
    const date = this.#date(entry);
    const shares = this.#leg(entry, entry.uuid, unitsOf(entry), { cross, date }).add('type', type);
    const money = this.#leg({ ...entry, shares: 0n }, entry.otherUuid ?? '', [], { cross, date }).add(
      'type',
      type,
    );
    cross
      .add('portfolio', this.#portfolios.get(entry.portfolio ?? ''))
      .add('portfolioTransaction', shares)
      .add('account', this.#accounts.get(entry.account ?? ''))
      .add('accountTransaction', money);
    this.#transactions.get(entry.portfolio ?? '')?.add('portfolio-transaction', shares);
    this.#transactions.get(entry.account ?? '')?.add('account-transaction', money);
  }

  #transfer(entry: PpTestEntry, type: 'move_shares' | 'move_cash'): void {
    const isShares = type === 'move_shares';
    const cross = object({ class: isShares ? 'portfolio-transfer' : 'account-transfer' });
    const [from, to] = isShares
      ? [entry.portfolio, entry.otherPortfolio]
      : [entry.account, entry.otherAccount];
    const owners = isShares ? this.#portfolios : this.#accounts;
    const name = isShares ? 'portfolio' : 'account';
    const arriving = entry.arriving ?? entry;
    const giving = this.#leg(entry, entry.uuid, unitsOf(entry), { cross }).add('type', 'TRANSFER_OUT');
    const taking = this.#leg(
      { ...entry, amount: arriving.amount, currency: arriving.currency },
      entry.otherUuid ?? '',
      [],
      { cross },
    ).add('type', 'TRANSFER_IN');
    cross
      .add(`${name}From`, owners.get(from ?? ''))
      .add('transactionFrom', giving)
      .add(`${name}To`, owners.get(to ?? ''))
      .add('transactionTo', taking);
    this.#transactions.get(from ?? '')?.add(`${name}-transaction`, giving);
    this.#transactions.get(to ?? '')?.add(`${name}-transaction`, taking);
  }

  #date({ date, minutes = 0 }: PpTestEntry): GraphObject {
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((each) =>
      String(each).padStart(2, '0'),
    );
    return new GraphObject({ text: this.#book.version < 37 ? date : `${date}T${hours}:${rest}` });
  }

  #leg(
    entry: PpTestEntry,
    uuid: string,
    units: ReturnType<typeof unitsOf>,
    { cross, date = this.#date(entry) }: { cross?: GraphObject; date?: GraphObject } = {},
  ): GraphObject {
    const leg = object()
      .add('uuid', this.#book.version < 51 ? undefined : uuid)
      .add('date', date)
      .add('currencyCode', entry.currency)
      .add('amount', String(entry.amount))
      .add('security', this.#securities.get(entry.security ?? ''))
      .add('crossEntry', cross)
      .add('shares', String(entry.shares ?? 0n))
      .add('note', entry.note)
      .add('exDate', entry.exDate && `${entry.exDate}T00:00`);
    if (units.length === 0) return leg;
    const written = object();
    for (const { type, amount, forex } of units) {
      const unit = object({ type }).add(
        'amount',
        object({ currency: entry.currency, amount: String(amount) }),
      );
      if (forex) {
        unit.add('forex', object({ currency: forex.currency, amount: String(forex.amount) }));
        unit.add('exchangeRate', forex.rate);
      }
      written.add('unit', unit);
    }
    return leg.add('units', written);
  }

  #watchlists(): GraphObject {
    const lists = object();
    for (const { name, securities } of this.#book.watchlists ?? []) {
      const members = securities.flatMap((uuid) => this.#securities.get(uuid) ?? []);
      lists.add('watchlist', object().add('name', name).add('securities', listOf('security', members)));
    }
    return lists;
  }

  #taxonomies(): GraphObject {
    const taxonomies = object();
    for (const { name, root } of this.#book.taxonomies ?? []) {
      taxonomies.add('taxonomy', object().add('name', name).add('root', this.#classification(root)));
    }
    return taxonomies;
  }

  #classification({ name, weight, children = [], assignments = [] }: PpTestClassification): GraphObject {
    const written = object();
    for (const [vehicle, part] of assignments) {
      const investment = this.#securities.get(vehicle) ?? this.#accounts.get(vehicle);
      written.add('assignment', object().add('investmentVehicle', investment).add('weight', String(part)));
    }
    const inner = children.map((child) => this.#classification(child));
    return object()
      .add('name', name)
      .add('children', listOf('classification', inner))
      .add('assignments', written)
      .add('weight', String(weight));
  }
}

function listOf(name: string, items: Iterable<GraphObject>): GraphObject {
  const list = object();
  for (const item of items) list.add(name, item);
  return list;
}
