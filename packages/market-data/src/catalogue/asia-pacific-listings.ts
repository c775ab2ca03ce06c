import { listings } from './catalogue-entry.ts';

const hongKong = { exchange: 'Hong Kong Stock Exchange', currency: 'HKD', timezone: 'Asia/Hong_Kong' };
const tokyo = { exchange: 'Tokyo Stock Exchange', currency: 'JPY', timezone: 'Asia/Tokyo' };
const korea = { exchange: 'Korea Exchange', currency: 'KRW', timezone: 'Asia/Seoul' };
const taiwan = { exchange: 'Taiwan Stock Exchange', currency: 'TWD', timezone: 'Asia/Taipei' };
const india = { exchange: 'National Stock Exchange of India', currency: 'INR', timezone: 'Asia/Kolkata' };
const shanghai = { exchange: 'Shanghai Stock Exchange', currency: 'CNY', timezone: 'Asia/Shanghai' };
const australia = {
  exchange: 'Australian Securities Exchange',
  currency: 'AUD',
  timezone: 'Australia/Sydney',
};

const technology = 'Technology';
const communication = 'Communication Services';
const cyclical = 'Consumer Cyclical';
const financial = 'Financial Services';

export const asiaPacificListings = [
  ...listings(hongKong, 'equity', [
    [
      '0700.HK',
      'Tencent Holdings Limited',
      'KYG875721634',
      communication,
      'Internet Content & Information',
      2004,
      400,
    ],
    ['9988.HK', 'Alibaba Group Holding Limited', 'KYG017191142', cyclical, 'Internet Retail', 2019, 100],
    ['3690.HK', 'Meituan', 'KYG596691041', cyclical, 'Internet Retail', 2018, 150],
    ['1299.HK', 'AIA Group Limited', 'HK0000069689', financial, 'Insurance - Life', 2010, 65],
    ['0941.HK', 'China Mobile Limited', 'HK0941009539', communication, 'Telecom Services', 1997, 75],
  ]),
  ...listings(tokyo, 'equity', [
    ['7203.T', 'Toyota Motor Corporation', 'JP3633400001', cyclical, 'Auto Manufacturers', 1990, 2700],
    ['6758.T', 'Sony Group Corporation', 'JP3435000009', technology, 'Consumer Electronics', 1990, 2900],
    ['9984.T', 'SoftBank Group Corp.', 'JP3436100006', communication, 'Telecom Services', 1994, 9000],
    [
      '7974.T',
      'Nintendo Co., Ltd.',
      'JP3756600007',
      communication,
      'Electronic Gaming & Multimedia',
      1990,
      8500,
    ],
    [
      '6861.T',
      'Keyence Corporation',
      'JP3236200006',
      technology,
      'Scientific & Technical Instruments',
      1990,
      62000,
    ],
    [
      '8306.T',
      'Mitsubishi UFJ Financial Group, Inc.',
      'JP3902900004',
      financial,
      'Banks - Diversified',
      2001,
      1700,
    ],
    ['7267.T', 'Honda Motor Co., Ltd.', 'JP3854600008', cyclical, 'Auto Manufacturers', 1990, 1500],
  ]),
  ...listings(korea, 'equity', [
    [
      '005930.KS',
      'Samsung Electronics Co., Ltd.',
      'KR7005930003',
      technology,
      'Consumer Electronics',
      1990,
      70000,
    ],
    ['000660.KS', 'SK hynix Inc.', 'KR7000660001', technology, 'Semiconductors', 1996, 180000],
  ]),
  ...listings(taiwan, 'equity', [
    [
      '2330.TW',
      'Taiwan Semiconductor Manufacturing Company Limited',
      'TW0002330008',
      technology,
      'Semiconductors',
      1994,
      900,
    ],
    [
      '2317.TW',
      'Hon Hai Precision Industry Co., Ltd.',
      'TW0002317005',
      technology,
      'Electronic Components',
      1991,
      180,
    ],
  ]),
  ...listings(india, 'equity', [
    [
      'RELIANCE.NS',
      'Reliance Industries Limited',
      'INE002A01018',
      'Energy',
      'Oil & Gas Refining & Marketing',
      1995,
      1350,
    ],
    [
      'TCS.NS',
      'Tata Consultancy Services Limited',
      'INE467B01029',
      technology,
      'Information Technology Services',
      2004,
      3900,
    ],
    ['INFY.NS', 'Infosys Limited', 'INE009A01021', technology, 'Information Technology Services', 1995, 1800],
    ['HDFCBANK.NS', 'HDFC Bank Limited', 'INE040A01034', financial, 'Banks - Regional', 1995, 900],
  ]),
  ...listings(shanghai, 'equity', [
    [
      '600519.SS',
      'Kweichow Moutai Co., Ltd.',
      'CNE0000018R8',
      'Consumer Defensive',
      'Beverages - Wineries & Distilleries',
      2001,
      1500,
    ],
  ]),
  ...listings(australia, 'equity', [
    [
      'BHP.AX',
      'BHP Group Limited',
      'AU000000BHP4',
      'Basic Materials',
      'Other Industrial Metals & Mining',
      1990,
      42,
    ],
    ['CBA.AX', 'Commonwealth Bank of Australia', 'AU000000CBA7', financial, 'Banks - Diversified', 1991, 140],
  ]),
];

/** Secondary listings of companies whose primary listing is at another exchange. */
export const secondAsiaPacificListings = listings(hongKong, 'equity', [
  ['0005.HK', 'HSBC Holdings plc', 'GB0005405286', financial, 'Banks - Diversified', 1991, 70],
]);
