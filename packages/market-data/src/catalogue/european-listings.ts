import { listings } from './catalogue-entry.ts';

const xetra = { exchange: 'XETRA', currency: 'EUR', timezone: 'Europe/Berlin' };
const paris = { exchange: 'Euronext Paris', currency: 'EUR', timezone: 'Europe/Paris' };
const amsterdam = { exchange: 'Euronext Amsterdam', currency: 'EUR', timezone: 'Europe/Amsterdam' };
const brussels = { exchange: 'Euronext Brussels', currency: 'EUR', timezone: 'Europe/Brussels' };
const milan = { exchange: 'Borsa Italiana', currency: 'EUR', timezone: 'Europe/Rome' };
const madrid = { exchange: 'Bolsa de Madrid', currency: 'EUR', timezone: 'Europe/Madrid' };
const helsinki = { exchange: 'Nasdaq Helsinki', currency: 'EUR', timezone: 'Europe/Helsinki' };
const stockholm = { exchange: 'Nasdaq Stockholm', currency: 'SEK', timezone: 'Europe/Stockholm' };
const copenhagen = { exchange: 'Nasdaq Copenhagen', currency: 'DKK', timezone: 'Europe/Copenhagen' };
const oslo = { exchange: 'Oslo Børs', currency: 'NOK', timezone: 'Europe/Oslo' };
const swiss = { exchange: 'SIX Swiss Exchange', currency: 'CHF', timezone: 'Europe/Zurich' };
// London quotes in pence (`GBp`): 100 GBp are 1 GBP.
const london = { exchange: 'London Stock Exchange', currency: 'GBp', timezone: 'Europe/London' };

const technology = 'Technology';
const communication = 'Communication Services';
const cyclical = 'Consumer Cyclical';
const defensive = 'Consumer Defensive';
const healthcare = 'Healthcare';
const financial = 'Financial Services';
const industrials = 'Industrials';
const energy = 'Energy';
const materials = 'Basic Materials';
const utilities = 'Utilities';

export const europeanListings = [
  ...listings(xetra, 'equity', [
    ['SAP.DE', 'SAP SE', 'DE0007164600', technology, 'Software - Application', 1988, 220],
    ['SIE.DE', 'Siemens AG', 'DE0007236101', industrials, 'Specialty Industrial Machinery', 1990, 185],
    ['ALV.DE', 'Allianz SE', 'DE0008404005', financial, 'Insurance - Diversified', 1990, 290],
    ['DTE.DE', 'Deutsche Telekom AG', 'DE0005557508', communication, 'Telecom Services', 1996, 28],
    ['BAS.DE', 'BASF SE', 'DE000BASF111', materials, 'Chemicals', 1990, 46],
    ['BMW.DE', 'Bayerische Motoren Werke AG', 'DE0005190003', cyclical, 'Auto Manufacturers', 1990, 80],
    ['MBG.DE', 'Mercedes-Benz Group AG', 'DE0007100000', cyclical, 'Auto Manufacturers', 1998, 58],
    ['VOW3.DE', 'Volkswagen AG', 'DE0007664039', cyclical, 'Auto Manufacturers', 1990, 95],
    ['ADS.DE', 'adidas AG', 'DE000A1EWWW0', cyclical, 'Footwear & Accessories', 1995, 220],
    ['BAYN.DE', 'Bayer AG', 'DE000BAY0017', healthcare, 'Drug Manufacturers - General', 1990, 28],
    ['DBK.DE', 'Deutsche Bank AG', 'DE0005140008', financial, 'Banks - Regional', 1990, 18],
    ['IFX.DE', 'Infineon Technologies AG', 'DE0006231004', technology, 'Semiconductors', 2000, 33],
  ]),
  ...listings(paris, 'equity', [
    [
      'MC.PA',
      'LVMH Moët Hennessy - Louis Vuitton, Société Européenne',
      'FR0000121014',
      cyclical,
      'Luxury Goods',
      1990,
      480,
    ],
    ['OR.PA', "L'Oréal S.A.", 'FR0000120321', defensive, 'Household & Personal Products', 1990, 380],
    ['TTE.PA', 'TotalEnergies SE', 'FR0000120271', energy, 'Oil & Gas Integrated', 1991, 60],
    ['SAN.PA', 'Sanofi', 'FR0000120578', healthcare, 'Drug Manufacturers - General', 1990, 92],
    ['AIR.PA', 'Airbus SE', 'NL0000235190', industrials, 'Aerospace & Defense', 2000, 150],
    ['BNP.PA', 'BNP Paribas SA', 'FR0000131104', financial, 'Banks - Regional', 1993, 62],
    [
      'SU.PA',
      'Schneider Electric S.E.',
      'FR0000121972',
      industrials,
      'Specialty Industrial Machinery',
      1990,
      225,
    ],
    ['AI.PA', "L'Air Liquide S.A.", 'FR0000120073', materials, 'Specialty Chemicals', 1990, 165],
  ]),
  ...listings(amsterdam, 'equity', [
    [
      'ASML.AS',
      'ASML Holding N.V.',
      'NL0010273215',
      technology,
      'Semiconductor Equipment & Materials',
      1995,
      480,
    ],
    ['INGA.AS', 'ING Groep N.V.', 'NL0011821202', financial, 'Banks - Diversified', 1991, 15],
    ['PHIA.AS', 'Koninklijke Philips N.V.', 'NL0000009538', healthcare, 'Diagnostics & Research', 1990, 25],
    ['HEIA.AS', 'Heineken N.V.', 'NL0000009165', defensive, 'Beverages - Brewers', 1990, 78],
  ]),
  ...listings(swiss, 'equity', [
    ['NESN.SW', 'Nestlé S.A.', 'CH0038863350', defensive, 'Packaged Foods', 1990, 88],
    ['NOVN.SW', 'Novartis AG', 'CH0012005267', healthcare, 'Drug Manufacturers - General', 1996, 95],
    ['ROG.SW', 'Roche Holding AG', 'CH0012032048', healthcare, 'Drug Manufacturers - General', 1990, 265],
    ['UBSG.SW', 'UBS Group AG', 'CH0244767585', financial, 'Banks - Diversified', 1998, 27],
    ['ABBN.SW', 'ABB Ltd', 'CH0012221716', industrials, 'Electrical Equipment & Parts', 1999, 48],
  ]),
  ...listings(london, 'equity', [
    ['HSBA.L', 'HSBC Holdings plc', 'GB0005405286', financial, 'Banks - Diversified', 1991, 720],
    ['AZN.L', 'AstraZeneca PLC', 'GB0009895292', healthcare, 'Drug Manufacturers - General', 1993, 11500],
    ['SHEL.L', 'Shell plc', 'GB00BP6MXD84', energy, 'Oil & Gas Integrated', 1990, 2600],
    ['BP.L', 'BP p.l.c.', 'GB0007980591', energy, 'Oil & Gas Integrated', 1990, 420],
    ['GSK.L', 'GSK plc', 'GB00BN7SWP63', healthcare, 'Drug Manufacturers - General', 1990, 1450],
    ['DGE.L', 'Diageo plc', 'GB0002374006', defensive, 'Beverages - Wineries & Distilleries', 1990, 2500],
    ['RIO.L', 'Rio Tinto Group', 'GB0007188757', materials, 'Other Industrial Metals & Mining', 1990, 4900],
    ['BARC.L', 'Barclays PLC', 'GB0031348658', financial, 'Banks - Diversified', 1990, 240],
    [
      'VOD.L',
      'Vodafone Group Public Limited Company',
      'GB00BH4HKS39',
      communication,
      'Telecom Services',
      1990,
      75,
    ],
  ]),
  ...listings(madrid, 'equity', [
    ['ITX.MC', 'Industria de Diseño Textil, S.A.', 'ES0148396007', cyclical, 'Apparel Retail', 2001, 48],
    ['SAN.MC', 'Banco Santander, S.A.', 'ES0113900J37', financial, 'Banks - Diversified', 1990, 12],
    ['IBE.MC', 'Iberdrola, S.A.', 'ES0144580Y14', utilities, 'Utilities - Diversified', 1990, 13],
  ]),
  ...listings(milan, 'equity', [
    ['RACE.MI', 'Ferrari N.V.', 'NL0011585146', cyclical, 'Auto Manufacturers', 2016, 400],
    ['ENEL.MI', 'Enel SpA', 'IT0003128367', utilities, 'Utilities - Diversified', 1999, 12],
    ['ENI.MI', 'Eni S.p.A.', 'IT0003132476', energy, 'Oil & Gas Integrated', 1995, 14],
  ]),
  ...listings(brussels, 'equity', [
    ['ABI.BR', 'Anheuser-Busch InBev SA/NV', 'BE0974293251', defensive, 'Beverages - Brewers', 2000, 55],
  ]),
  ...listings(stockholm, 'equity', [
    [
      'VOLV-B.ST',
      'AB Volvo (publ)',
      'SE0000115446',
      industrials,
      'Farm & Heavy Construction Machinery',
      1990,
      270,
    ],
    [
      'ERIC-B.ST',
      'Telefonaktiebolaget LM Ericsson (publ)',
      'SE0000108656',
      technology,
      'Communication Equipment',
      1990,
      75,
    ],
  ]),
  ...listings(copenhagen, 'equity', [
    ['NOVO-B.CO', 'Novo Nordisk A/S', 'DK0062498333', healthcare, 'Drug Manufacturers - General', 1991, 480],
  ]),
  ...listings(oslo, 'equity', [
    ['EQNR.OL', 'Equinor ASA', 'NO0010096985', energy, 'Oil & Gas Integrated', 2001, 270],
  ]),
  ...listings(helsinki, 'equity', [
    ['NOKIA.HE', 'Nokia Oyj', 'FI0009000681', technology, 'Communication Equipment', 1990, 12],
  ]),
];

/** Secondary listings of companies whose primary listing is at another exchange. */
export const secondEuropeanListings = [
  ...listings(xetra, 'equity', [
    ['APC.DE', 'Apple Inc.', 'US0378331005', technology, 'Consumer Electronics', 1999, 210],
    ['AIR.DE', 'Airbus SE', 'NL0000235190', industrials, 'Aerospace & Defense', 2000, 150],
  ]),
  ...listings(amsterdam, 'equity', [
    ['SHELL.AS', 'Shell plc', 'GB00BP6MXD84', energy, 'Oil & Gas Integrated', 2005, 31],
  ]),
];
