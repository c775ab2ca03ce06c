import { gzipSync } from 'node:zlib';

const [securityCount, priceCount, transactionCount] = [200, 3_000, 5_000];
const dayMs = 24 * 60 * 60 * 1000;
const firstMs = Date.UTC(2015, 0, 1);
const dateOf = (day: number) => new Date(firstMs + day * dayMs).toISOString().slice(0, 10);

/** A file of Portfolio Performance of 30 MB, with 600,000 prices of securities without a source. */
export function movedFile(): Buffer {
  const prices = Array.from(
    { length: priceCount },
    (_, day) => `\n          <price t="${dateOf(day)}" v="${10_000_000_000 + day}"/>`,
  ).join('');
  const securities = Array.from(
    { length: securityCount },
    (_, index) =>
      `<security id="${10 + index}"><uuid>s${index}</uuid><name>Security ${index}</name><currencyCode>EUR</currencyCode><feed>MANUAL</feed><prices>${prices}</prices></security>`,
  );
  const deliveries = Array.from(
    { length: transactionCount },
    (_, index) =>
      `<portfolio-transaction><uuid>t${index}</uuid><date>${dateOf(index % priceCount)}T00:00</date><currencyCode>EUR</currencyCode><amount>100000</amount><security reference="${10 + (index % securityCount)}"/><shares>1000000000</shares><type>DELIVERY_INBOUND</type></portfolio-transaction>`,
  );
  return Buffer.from(
    `<client id="1"><version>70</version><baseCurrency>EUR</baseCurrency><securities>${securities.join('\n')}</securities>
<accounts><account id="2"><uuid>a1</uuid><name>Giro</name><currencyCode>EUR</currencyCode></account></accounts>
<portfolios><portfolio id="3"><uuid>p1</uuid><name>Depot</name><referenceAccount reference="2"/><transactions>
${deliveries.join('\n')}</transactions></portfolio></portfolios></client>`,
  );
}

/** The body of a request, packed as the browser packs it. */
export const moveBody = (file: Buffer) =>
  JSON.stringify({ files: [{ name: 'book.xml', data: gzipSync(file).toString('base64') }] });
