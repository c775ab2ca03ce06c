/** A file of Portfolio Performance with deliveries of a stock and of a fund without a source, a deposit and a list. */
export interface PpFile {
  /** Tag of the ids, so that another file has other lines. */
  readonly tag?: string;
  readonly symbol?: string;
  readonly deliveries?: readonly { readonly date: string; readonly shares: number }[];
  /** Ticker and feed of the fund. */
  readonly fund?: string;
}

const fundOf = '<feed>MANUAL</feed><note>House bank only</note>';

const delivery = (uuid: string, date: string, security: string, shares: number) =>
  `<portfolio-transaction><uuid>${uuid}</uuid><date>${date}T00:00</date><currencyCode>EUR</currencyCode>` +
  `<amount>100000</amount><security reference="${security}"/><shares>${shares}00000000</shares>` +
  '<type>DELIVERY_INBOUND</type></portfolio-transaction>';

export function ppFile({
  tag = '',
  symbol = 'AAPL',
  deliveries = [{ date: '2024-05-20', shares: 10 }],
  fund = fundOf,
}: PpFile = {}): string {
  const lines = deliveries.map(({ date, shares }, index) => delivery(`t${tag}${index}`, date, '10', shares));
  return `<client id="1"><version>70</version><baseCurrency>EUR</baseCurrency><securities>
<security id="10"><uuid>s1</uuid><name>Apple</name><currencyCode>USD</currencyCode><tickerSymbol>${symbol}</tickerSymbol><feed>YAHOO</feed></security>
<security id="11"><uuid>s2</uuid><name>Fund</name><currencyCode>EUR</currencyCode><wkn>840400</wkn>${fund}<prices><price t="2024-05-20" v="2500000000"/><price t="2024-05-21" v="2600000000"/></prices></security>
</securities><watchlists><watchlist><name>Ideas</name><securities><security reference="11"/><security reference="10"/></securities></watchlist></watchlists>
<accounts><account id="20"><uuid>a1</uuid><name>Giro</name><currencyCode>EUR</currencyCode><transactions>
<account-transaction><uuid>d${tag}1</uuid><date>2024-05-02T00:00</date><currencyCode>EUR</currencyCode><amount>250000</amount><shares>0</shares><type>DEPOSIT</type></account-transaction>
</transactions></account></accounts>
<portfolios><portfolio id="30"><uuid>p1</uuid><name>Depot</name><referenceAccount reference="20"/><transactions>
${lines.join('\n')}
${delivery(`f${tag}1`, '2024-05-21', '11', 4)}
</transactions></portfolio></portfolios></client>`;
}
