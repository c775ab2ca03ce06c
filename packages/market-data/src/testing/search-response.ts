import { type CatalogueEntry, catalogue } from '../catalogue/catalogue.ts';
import { searchInstruments } from '../catalogue/search-instruments.ts';
import { isIsin } from '../symbols/symbols.ts';

/** The body of `GET /v1/finance/search?q=`, as Yahoo sends it. */
export function searchResponse(query: string, count: number): object {
  // Yahoo does not ignore accents.
  const isPlain = query.normalize('NFD') === query;
  const matches = isPlain ? searchInstruments(catalogue, query, count) : [];
  // Yahoo does not put the primary listing of an ISIN first.
  if (isIsin(query)) matches.reverse();
  const quotes = matches
    .map((match) => catalogue.find((entry) => entry.symbol === match.symbol))
    .filter((entry) => entry !== undefined)
    .map(quoteOf);
  return {
    explains: [],
    count: quotes.length + 1,
    quotes: [...quotes, unlistedCompany],
    news: [],
    nav: [],
    lists: [],
    researchReports: [],
    screenerFieldResults: [],
    totalTime: 21,
    timeTakenForQuotes: 419,
    timeTakenForNews: 0,
    timeTakenForAlgowatchlist: 400,
    timeTakenForPredefinedScreener: 400,
    timeTakenForCrunchbase: 400,
    timeTakenForNav: 400,
    timeTakenForResearchReports: 0,
    timeTakenForScreenerField: 0,
    timeTakenForCulturalAssets: 0,
    timeTakenForSearchLists: 0,
  };
}

/** Yahoo never sends the ISIN, even if the query is one. */
function quoteOf(entry: CatalogueEntry): object {
  const quoteType = entry.type?.toUpperCase();
  return {
    exchange: entry.exchange,
    exchDisp: entry.exchange,
    shortname: entry.name,
    longname: entry.name,
    quoteType,
    typeDisp: entry.type,
    symbol: entry.symbol,
    index: 'quotes',
    score: 20_000,
    ...(entry.sector !== null && {
      sector: entry.sector,
      sectorDisp: entry.sector,
      industry: entry.industry,
      industryDisp: entry.industry,
    }),
    isYahooFinance: true,
  };
}

const unlistedCompany = {
  index: 'f3f5a4b4b1f14d0e9d2b7c0a7e6f7a11',
  name: 'A Company That Is Not Traded',
  permalink: 'a-company-that-is-not-traded',
  isYahooFinance: false,
};
