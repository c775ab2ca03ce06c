import { listings } from './catalogue-entry.ts';

const nasdaq = { exchange: 'NASDAQ', currency: 'USD', timezone: 'America/New_York' };
const nyse = { exchange: 'NYSE', currency: 'USD', timezone: 'America/New_York' };
const nyseArca = { exchange: 'NYSE Arca', currency: 'USD', timezone: 'America/New_York' };
const toronto = { exchange: 'Toronto Stock Exchange', currency: 'CAD', timezone: 'America/Toronto' };

const technology = 'Technology';
const communication = 'Communication Services';
const cyclical = 'Consumer Cyclical';
const defensive = 'Consumer Defensive';
const healthcare = 'Healthcare';
const financial = 'Financial Services';
const industrials = 'Industrials';
const energy = 'Energy';

export const northAmericanListings = [
  ...listings(nasdaq, 'equity', [
    ['AAPL', 'Apple Inc.', 'US0378331005', technology, 'Consumer Electronics', 1980, 230],
    ['MSFT', 'Microsoft Corporation', 'US5949181045', technology, 'Software - Infrastructure', 1986, 430],
    ['NVDA', 'NVIDIA Corporation', 'US67066G1040', technology, 'Semiconductors', 1999, 140],
    [
      'GOOGL',
      'Alphabet Inc. Class A',
      'US02079K3059',
      communication,
      'Internet Content & Information',
      2004,
      180,
    ],
    [
      'GOOG',
      'Alphabet Inc. Class C',
      'US02079K1079',
      communication,
      'Internet Content & Information',
      2014,
      182,
    ],
    ['AMZN', 'Amazon.com, Inc.', 'US0231351067', cyclical, 'Internet Retail', 1997, 200],
    [
      'META',
      'Meta Platforms, Inc.',
      'US30303M1027',
      communication,
      'Internet Content & Information',
      2012,
      500,
    ],
    ['TSLA', 'Tesla, Inc.', 'US88160R1014', cyclical, 'Auto Manufacturers', 2010, 250],
    ['WMT', 'Walmart Inc.', 'US9311421039', defensive, 'Discount Stores', 1972, 90],
    ['AVGO', 'Broadcom Inc.', 'US11135F1012', technology, 'Semiconductors', 2009, 200],
    ['COST', 'Costco Wholesale Corporation', 'US22160K1051', defensive, 'Discount Stores', 1985, 480],
    ['NFLX', 'Netflix, Inc.', 'US64110L1061', communication, 'Entertainment', 2002, 300],
    ['ADBE', 'Adobe Inc.', 'US00724F1012', technology, 'Software - Application', 1986, 420],
    ['AMD', 'Advanced Micro Devices, Inc.', 'US0079031078', technology, 'Semiconductors', 1979, 140],
    ['INTC', 'Intel Corporation', 'US4581401001', technology, 'Semiconductors', 1971, 35],
    ['CSCO', 'Cisco Systems, Inc.', 'US17275R1023', technology, 'Communication Equipment', 1990, 58],
    ['QCOM', 'QUALCOMM Incorporated', 'US7475251036', technology, 'Semiconductors', 1991, 160],
    ['TXN', 'Texas Instruments Incorporated', 'US8825081040', technology, 'Semiconductors', 1972, 190],
    ['PEP', 'PepsiCo, Inc.', 'US7134481081', defensive, 'Beverages - Non-Alcoholic', 1972, 150],
    ['SBUX', 'Starbucks Corporation', 'US8552441094', cyclical, 'Restaurants', 1992, 90],
    ['PYPL', 'PayPal Holdings, Inc.', 'US70450Y1038', financial, 'Credit Services', 2015, 75],
  ]),
  ...listings(nyse, 'equity', [
    [
      'BRK-B',
      'Berkshire Hathaway Inc. Class B',
      'US0846707026',
      financial,
      'Insurance - Diversified',
      1996,
      460,
    ],
    ['JPM', 'JPMorgan Chase & Co.', 'US46625H1005', financial, 'Banks - Diversified', 1969, 230],
    ['V', 'Visa Inc.', 'US92826C8394', financial, 'Credit Services', 2008, 300],
    ['MA', 'Mastercard Incorporated', 'US57636Q1040', financial, 'Credit Services', 2006, 480],
    ['BAC', 'Bank of America Corporation', 'US0605051046', financial, 'Banks - Diversified', 1973, 42],
    ['WFC', 'Wells Fargo & Company', 'US9497461015', financial, 'Banks - Diversified', 1972, 70],
    ['GS', 'The Goldman Sachs Group, Inc.', 'US38141G1040', financial, 'Capital Markets', 1999, 480],
    ['MS', 'Morgan Stanley', 'US6174464486', financial, 'Capital Markets', 1993, 120],
    ['C', 'Citigroup Inc.', 'US1729674242', financial, 'Banks - Diversified', 1977, 70],
    ['LLY', 'Eli Lilly and Company', 'US5324571083', healthcare, 'Drug Manufacturers - General', 1972, 480],
    ['JNJ', 'Johnson & Johnson', 'US4781601046', healthcare, 'Drug Manufacturers - General', 1962, 155],
    ['UNH', 'UnitedHealth Group Incorporated', 'US91324P1021', healthcare, 'Healthcare Plans', 1984, 400],
    ['MRK', 'Merck & Co., Inc.', 'US58933Y1055', healthcare, 'Drug Manufacturers - General', 1962, 100],
    ['PFE', 'Pfizer Inc.', 'US7170811035', healthcare, 'Drug Manufacturers - General', 1972, 28],
    ['ABBV', 'AbbVie Inc.', 'US00287Y1091', healthcare, 'Drug Manufacturers - General', 2013, 180],
    ['TMO', 'Thermo Fisher Scientific Inc.', 'US8835561023', healthcare, 'Diagnostics & Research', 1980, 500],
    [
      'PG',
      'The Procter & Gamble Company',
      'US7427181091',
      defensive,
      'Household & Personal Products',
      1962,
      165,
    ],
    ['KO', 'The Coca-Cola Company', 'US1912161007', defensive, 'Beverages - Non-Alcoholic', 1962, 65],
    ['HD', 'The Home Depot, Inc.', 'US4370761029', cyclical, 'Home Improvement Retail', 1984, 380],
    ['MCD', "McDonald's Corporation", 'US5801351017', cyclical, 'Restaurants', 1966, 290],
    ['NKE', 'NIKE, Inc.', 'US6541061031', cyclical, 'Footwear & Accessories', 1980, 80],
    ['DIS', 'The Walt Disney Company', 'US2546871060', communication, 'Entertainment', 1962, 105],
    ['VZ', 'Verizon Communications Inc.', 'US92343V1044', communication, 'Telecom Services', 1983, 42],
    ['T', 'AT&T Inc.', 'US00206R1023', communication, 'Telecom Services', 1983, 22],
    ['XOM', 'Exxon Mobil Corporation', 'US30231G1022', energy, 'Oil & Gas Integrated', 1962, 115],
    ['CVX', 'Chevron Corporation', 'US1667641005', energy, 'Oil & Gas Integrated', 1962, 155],
    ['BA', 'The Boeing Company', 'US0970231058', industrials, 'Aerospace & Defense', 1962, 180],
    [
      'CAT',
      'Caterpillar Inc.',
      'US1491231015',
      industrials,
      'Farm & Heavy Construction Machinery',
      1962,
      360,
    ],
    ['GE', 'GE Aerospace', 'US3696043013', industrials, 'Aerospace & Defense', 1962, 180],
    ['MMM', '3M Company', 'US88579Y1010', industrials, 'Conglomerates', 1962, 130],
    [
      'IBM',
      'International Business Machines Corporation',
      'US4592001014',
      technology,
      'Information Technology Services',
      1962,
      220,
    ],
    ['ORCL', 'Oracle Corporation', 'US68389X1054', technology, 'Software - Infrastructure', 1986, 170],
    ['CRM', 'Salesforce, Inc.', 'US79466L3024', technology, 'Software - Application', 2004, 280],
    ['UBER', 'Uber Technologies, Inc.', 'US90353T1007', technology, 'Software - Application', 2019, 70],
  ]),
  ...listings(toronto, 'equity', [
    ['RY.TO', 'Royal Bank of Canada', 'CA7800871021', financial, 'Banks - Diversified', 1995, 165],
    ['SHOP.TO', 'Shopify Inc.', 'CA82509L1076', technology, 'Software - Application', 2015, 120],
  ]),
  ...listings(nyseArca, 'etf', [
    ['SPY', 'SPDR S&P 500 ETF Trust', 'US78462F1030', null, null, 1993, 500],
    ['VOO', 'Vanguard S&P 500 ETF', 'US9229083632', null, null, 2010, 480],
  ]),
  ...listings(nasdaq, 'etf', [['QQQ', 'Invesco QQQ Trust', 'US46090E1038', null, null, 1999, 480]]),
];
