/**
 * The exchange, currency (London quotes in pence), time zone (Yahoo Finance dates currency pairs in London) and type of
 * the instruments below; then one a line: symbol, name, ISIN, sector, industry, year of the first trading day, price
 * level.
 */
export const instruments = `
# NASDAQ | USD | America/New_York | equity
AAPL | Apple Inc. | US0378331005 | Technology | Consumer Electronics | 1980 | 230
MSFT | Microsoft Corporation | US5949181045 | Technology | Software - Infrastructure | 1986 | 430
NVDA | NVIDIA Corporation | US67066G1040 | Technology | Semiconductors | 1999 | 140
GOOGL | Alphabet Inc. Class A | US02079K3059 | Communication Services | Internet Content & Information | 2004 | 180
GOOG | Alphabet Inc. Class C | US02079K1079 | Communication Services | Internet Content & Information | 2014 | 182
AMZN | Amazon.com, Inc. | US0231351067 | Consumer Cyclical | Internet Retail | 1997 | 200
META | Meta Platforms, Inc. | US30303M1027 | Communication Services | Internet Content & Information | 2012 | 500
TSLA | Tesla, Inc. | US88160R1014 | Consumer Cyclical | Auto Manufacturers | 2010 | 250
WMT | Walmart Inc. | US9311421039 | Consumer Defensive | Discount Stores | 1972 | 90
AVGO | Broadcom Inc. | US11135F1012 | Technology | Semiconductors | 2009 | 200
COST | Costco Wholesale Corporation | US22160K1051 | Consumer Defensive | Discount Stores | 1985 | 480
NFLX | Netflix, Inc. | US64110L1061 | Communication Services | Entertainment | 2002 | 300
ADBE | Adobe Inc. | US00724F1012 | Technology | Software - Application | 1986 | 420
AMD | Advanced Micro Devices, Inc. | US0079031078 | Technology | Semiconductors | 1979 | 140
INTC | Intel Corporation | US4581401001 | Technology | Semiconductors | 1971 | 35
CSCO | Cisco Systems, Inc. | US17275R1023 | Technology | Communication Equipment | 1990 | 58
QCOM | QUALCOMM Incorporated | US7475251036 | Technology | Semiconductors | 1991 | 160
TXN | Texas Instruments Incorporated | US8825081040 | Technology | Semiconductors | 1972 | 190
PEP | PepsiCo, Inc. | US7134481081 | Consumer Defensive | Beverages - Non-Alcoholic | 1972 | 150
SBUX | Starbucks Corporation | US8552441094 | Consumer Cyclical | Restaurants | 1992 | 90
PYPL | PayPal Holdings, Inc. | US70450Y1038 | Financial Services | Credit Services | 2015 | 75
# NYSE | USD | America/New_York | equity
BRK-B | Berkshire Hathaway Inc. Class B | US0846707026 | Financial Services | Insurance - Diversified | 1996 | 460
JPM | JPMorgan Chase & Co. | US46625H1005 | Financial Services | Banks - Diversified | 1969 | 230
V | Visa Inc. | US92826C8394 | Financial Services | Credit Services | 2008 | 300
MA | Mastercard Incorporated | US57636Q1040 | Financial Services | Credit Services | 2006 | 480
BAC | Bank of America Corporation | US0605051046 | Financial Services | Banks - Diversified | 1973 | 42
WFC | Wells Fargo & Company | US9497461015 | Financial Services | Banks - Diversified | 1972 | 70
GS | The Goldman Sachs Group, Inc. | US38141G1040 | Financial Services | Capital Markets | 1999 | 480
MS | Morgan Stanley | US6174464486 | Financial Services | Capital Markets | 1993 | 120
C | Citigroup Inc. | US1729674242 | Financial Services | Banks - Diversified | 1977 | 70
LLY | Eli Lilly and Company | US5324571083 | Healthcare | Drug Manufacturers - General | 1972 | 480
JNJ | Johnson & Johnson | US4781601046 | Healthcare | Drug Manufacturers - General | 1962 | 155
UNH | UnitedHealth Group Incorporated | US91324P1021 | Healthcare | Healthcare Plans | 1984 | 400
MRK | Merck & Co., Inc. | US58933Y1055 | Healthcare | Drug Manufacturers - General | 1962 | 100
PFE | Pfizer Inc. | US7170811035 | Healthcare | Drug Manufacturers - General | 1972 | 28
ABBV | AbbVie Inc. | US00287Y1091 | Healthcare | Drug Manufacturers - General | 2013 | 180
TMO | Thermo Fisher Scientific Inc. | US8835561023 | Healthcare | Diagnostics & Research | 1980 | 500
PG | The Procter & Gamble Company | US7427181091 | Consumer Defensive | Household & Personal Products | 1962 | 165
KO | The Coca-Cola Company | US1912161007 | Consumer Defensive | Beverages - Non-Alcoholic | 1962 | 65
HD | The Home Depot, Inc. | US4370761029 | Consumer Cyclical | Home Improvement Retail | 1984 | 380
MCD | McDonald's Corporation | US5801351017 | Consumer Cyclical | Restaurants | 1966 | 290
NKE | NIKE, Inc. | US6541061031 | Consumer Cyclical | Footwear & Accessories | 1980 | 80
DIS | The Walt Disney Company | US2546871060 | Communication Services | Entertainment | 1962 | 105
VZ | Verizon Communications Inc. | US92343V1044 | Communication Services | Telecom Services | 1983 | 42
T | AT&T Inc. | US00206R1023 | Communication Services | Telecom Services | 1983 | 22
XOM | Exxon Mobil Corporation | US30231G1022 | Energy | Oil & Gas Integrated | 1962 | 115
CVX | Chevron Corporation | US1667641005 | Energy | Oil & Gas Integrated | 1962 | 155
BA | The Boeing Company | US0970231058 | Industrials | Aerospace & Defense | 1962 | 180
CAT | Caterpillar Inc. | US1491231015 | Industrials | Farm & Heavy Construction Machinery | 1962 | 360
GE | GE Aerospace | US3696043013 | Industrials | Aerospace & Defense | 1962 | 180
MMM | 3M Company | US88579Y1010 | Industrials | Conglomerates | 1962 | 130
IBM | International Business Machines Corporation | US4592001014 | Technology | Information Technology Services | 1962 | 220
ORCL | Oracle Corporation | US68389X1054 | Technology | Software - Infrastructure | 1986 | 170
CRM | Salesforce, Inc. | US79466L3024 | Technology | Software - Application | 2004 | 280
UBER | Uber Technologies, Inc. | US90353T1007 | Technology | Software - Application | 2019 | 70
# Toronto Stock Exchange | CAD | America/Toronto | equity
RY.TO | Royal Bank of Canada | CA7800871021 | Financial Services | Banks - Diversified | 1995 | 165
SHOP.TO | Shopify Inc. | CA82509L1076 | Technology | Software - Application | 2015 | 120
# NYSE Arca | USD | America/New_York | etf
SPY | SPDR S&P 500 ETF Trust | US78462F1030 | - | - | 1993 | 500
VOO | Vanguard S&P 500 ETF | US9229083632 | - | - | 2010 | 480
# NASDAQ | USD | America/New_York | etf
QQQ | Invesco QQQ Trust | US46090E1038 | - | - | 1999 | 480
# XETRA | EUR | Europe/Berlin | equity
SAP.DE | SAP SE | DE0007164600 | Technology | Software - Application | 1988 | 220
SIE.DE | Siemens AG | DE0007236101 | Industrials | Specialty Industrial Machinery | 1990 | 185
ALV.DE | Allianz SE | DE0008404005 | Financial Services | Insurance - Diversified | 1990 | 290
DTE.DE | Deutsche Telekom AG | DE0005557508 | Communication Services | Telecom Services | 1996 | 28
BAS.DE | BASF SE | DE000BASF111 | Basic Materials | Chemicals | 1990 | 46
BMW.DE | Bayerische Motoren Werke AG | DE0005190003 | Consumer Cyclical | Auto Manufacturers | 1990 | 80
MBG.DE | Mercedes-Benz Group AG | DE0007100000 | Consumer Cyclical | Auto Manufacturers | 1998 | 58
VOW3.DE | Volkswagen AG | DE0007664039 | Consumer Cyclical | Auto Manufacturers | 1990 | 95
ADS.DE | adidas AG | DE000A1EWWW0 | Consumer Cyclical | Footwear & Accessories | 1995 | 220
BAYN.DE | Bayer AG | DE000BAY0017 | Healthcare | Drug Manufacturers - General | 1990 | 28
DBK.DE | Deutsche Bank AG | DE0005140008 | Financial Services | Banks - Regional | 1990 | 18
IFX.DE | Infineon Technologies AG | DE0006231004 | Technology | Semiconductors | 2000 | 33
# Euronext Paris | EUR | Europe/Paris | equity
MC.PA | LVMH Moët Hennessy - Louis Vuitton, Société Européenne | FR0000121014 | Consumer Cyclical | Luxury Goods | 1990 | 480
OR.PA | L'Oréal S.A. | FR0000120321 | Consumer Defensive | Household & Personal Products | 1990 | 380
TTE.PA | TotalEnergies SE | FR0000120271 | Energy | Oil & Gas Integrated | 1991 | 60
SAN.PA | Sanofi | FR0000120578 | Healthcare | Drug Manufacturers - General | 1990 | 92
AIR.PA | Airbus SE | NL0000235190 | Industrials | Aerospace & Defense | 2000 | 150
BNP.PA | BNP Paribas SA | FR0000131104 | Financial Services | Banks - Regional | 1993 | 62
SU.PA | Schneider Electric S.E. | FR0000121972 | Industrials | Specialty Industrial Machinery | 1990 | 225
AI.PA | L'Air Liquide S.A. | FR0000120073 | Basic Materials | Specialty Chemicals | 1990 | 165
# Euronext Amsterdam | EUR | Europe/Amsterdam | equity
ASML.AS | ASML Holding N.V. | NL0010273215 | Technology | Semiconductor Equipment & Materials | 1995 | 480
INGA.AS | ING Groep N.V. | NL0011821202 | Financial Services | Banks - Diversified | 1991 | 15
PHIA.AS | Koninklijke Philips N.V. | NL0000009538 | Healthcare | Diagnostics & Research | 1990 | 25
HEIA.AS | Heineken N.V. | NL0000009165 | Consumer Defensive | Beverages - Brewers | 1990 | 78
# SIX Swiss Exchange | CHF | Europe/Zurich | equity
NESN.SW | Nestlé S.A. | CH0038863350 | Consumer Defensive | Packaged Foods | 1990 | 88
NOVN.SW | Novartis AG | CH0012005267 | Healthcare | Drug Manufacturers - General | 1996 | 95
ROG.SW | Roche Holding AG | CH0012032048 | Healthcare | Drug Manufacturers - General | 1990 | 265
UBSG.SW | UBS Group AG | CH0244767585 | Financial Services | Banks - Diversified | 1998 | 27
ABBN.SW | ABB Ltd | CH0012221716 | Industrials | Electrical Equipment & Parts | 1999 | 48
# London Stock Exchange | GBp | Europe/London | equity
HSBA.L | HSBC Holdings plc | GB0005405286 | Financial Services | Banks - Diversified | 1991 | 720
AZN.L | AstraZeneca PLC | GB0009895292 | Healthcare | Drug Manufacturers - General | 1993 | 11500
SHEL.L | Shell plc | GB00BP6MXD84 | Energy | Oil & Gas Integrated | 1990 | 2600
BP.L | BP p.l.c. | GB0007980591 | Energy | Oil & Gas Integrated | 1990 | 420
GSK.L | GSK plc | GB00BN7SWP63 | Healthcare | Drug Manufacturers - General | 1990 | 1450
DGE.L | Diageo plc | GB0002374006 | Consumer Defensive | Beverages - Wineries & Distilleries | 1990 | 2500
RIO.L | Rio Tinto Group | GB0007188757 | Basic Materials | Other Industrial Metals & Mining | 1990 | 4900
BARC.L | Barclays PLC | GB0031348658 | Financial Services | Banks - Diversified | 1990 | 240
VOD.L | Vodafone Group Public Limited Company | GB00BH4HKS39 | Communication Services | Telecom Services | 1990 | 75
# Bolsa de Madrid | EUR | Europe/Madrid | equity
ITX.MC | Industria de Diseño Textil, S.A. | ES0148396007 | Consumer Cyclical | Apparel Retail | 2001 | 48
SAN.MC | Banco Santander, S.A. | ES0113900J37 | Financial Services | Banks - Diversified | 1990 | 12
IBE.MC | Iberdrola, S.A. | ES0144580Y14 | Utilities | Utilities - Diversified | 1990 | 13
# Borsa Italiana | EUR | Europe/Rome | equity
RACE.MI | Ferrari N.V. | NL0011585146 | Consumer Cyclical | Auto Manufacturers | 2016 | 400
ENEL.MI | Enel SpA | IT0003128367 | Utilities | Utilities - Diversified | 1999 | 12
ENI.MI | Eni S.p.A. | IT0003132476 | Energy | Oil & Gas Integrated | 1995 | 14
# Euronext Brussels | EUR | Europe/Brussels | equity
ABI.BR | Anheuser-Busch InBev SA/NV | BE0974293251 | Consumer Defensive | Beverages - Brewers | 2000 | 55
# Nasdaq Stockholm | SEK | Europe/Stockholm | equity
VOLV-B.ST | AB Volvo (publ) | SE0000115446 | Industrials | Farm & Heavy Construction Machinery | 1990 | 270
ERIC-B.ST | Telefonaktiebolaget LM Ericsson (publ) | SE0000108656 | Technology | Communication Equipment | 1990 | 75
# Nasdaq Copenhagen | DKK | Europe/Copenhagen | equity
NOVO-B.CO | Novo Nordisk A/S | DK0062498333 | Healthcare | Drug Manufacturers - General | 1991 | 480
# Oslo Børs | NOK | Europe/Oslo | equity
EQNR.OL | Equinor ASA | NO0010096985 | Energy | Oil & Gas Integrated | 2001 | 270
# Nasdaq Helsinki | EUR | Europe/Helsinki | equity
NOKIA.HE | Nokia Oyj | FI0009000681 | Technology | Communication Equipment | 1990 | 12
# Hong Kong Stock Exchange | HKD | Asia/Hong_Kong | equity
0700.HK | Tencent Holdings Limited | KYG875721634 | Communication Services | Internet Content & Information | 2004 | 400
9988.HK | Alibaba Group Holding Limited | KYG017191142 | Consumer Cyclical | Internet Retail | 2019 | 100
3690.HK | Meituan | KYG596691041 | Consumer Cyclical | Internet Retail | 2018 | 150
1299.HK | AIA Group Limited | HK0000069689 | Financial Services | Insurance - Life | 2010 | 65
0941.HK | China Mobile Limited | HK0941009539 | Communication Services | Telecom Services | 1997 | 75
# Tokyo Stock Exchange | JPY | Asia/Tokyo | equity
7203.T | Toyota Motor Corporation | JP3633400001 | Consumer Cyclical | Auto Manufacturers | 1990 | 2700
6758.T | Sony Group Corporation | JP3435000009 | Technology | Consumer Electronics | 1990 | 2900
9984.T | SoftBank Group Corp. | JP3436100006 | Communication Services | Telecom Services | 1994 | 9000
7974.T | Nintendo Co., Ltd. | JP3756600007 | Communication Services | Electronic Gaming & Multimedia | 1990 | 8500
6861.T | Keyence Corporation | JP3236200006 | Technology | Scientific & Technical Instruments | 1990 | 62000
8306.T | Mitsubishi UFJ Financial Group, Inc. | JP3902900004 | Financial Services | Banks - Diversified | 2001 | 1700
7267.T | Honda Motor Co., Ltd. | JP3854600008 | Consumer Cyclical | Auto Manufacturers | 1990 | 1500
# Korea Exchange | KRW | Asia/Seoul | equity
005930.KS | Samsung Electronics Co., Ltd. | KR7005930003 | Technology | Consumer Electronics | 1990 | 70000
000660.KS | SK hynix Inc. | KR7000660001 | Technology | Semiconductors | 1996 | 180000
# Taiwan Stock Exchange | TWD | Asia/Taipei | equity
2330.TW | Taiwan Semiconductor Manufacturing Company Limited | TW0002330008 | Technology | Semiconductors | 1994 | 900
2317.TW | Hon Hai Precision Industry Co., Ltd. | TW0002317005 | Technology | Electronic Components | 1991 | 180
# National Stock Exchange of India | INR | Asia/Kolkata | equity
RELIANCE.NS | Reliance Industries Limited | INE002A01018 | Energy | Oil & Gas Refining & Marketing | 1995 | 1350
TCS.NS | Tata Consultancy Services Limited | INE467B01029 | Technology | Information Technology Services | 2004 | 3900
INFY.NS | Infosys Limited | INE009A01021 | Technology | Information Technology Services | 1995 | 1800
HDFCBANK.NS | HDFC Bank Limited | INE040A01034 | Financial Services | Banks - Regional | 1995 | 900
# Shanghai Stock Exchange | CNY | Asia/Shanghai | equity
600519.SS | Kweichow Moutai Co., Ltd. | CNE0000018R8 | Consumer Defensive | Beverages - Wineries & Distilleries | 2001 | 1500
# Australian Securities Exchange | AUD | Australia/Sydney | equity
BHP.AX | BHP Group Limited | AU000000BHP4 | Basic Materials | Other Industrial Metals & Mining | 1990 | 42
CBA.AX | Commonwealth Bank of Australia | AU000000CBA7 | Financial Services | Banks - Diversified | 1991 | 140
# SNP | USD | America/New_York | index
^GSPC | S&P 500 | - | - | - | 1970 | 5500
# DJI | USD | America/New_York | index
^DJI | Dow Jones Industrial Average | - | - | - | 1985 | 41000
# NASDAQ | USD | America/New_York | index
^IXIC | NASDAQ Composite | - | - | - | 1971 | 17500
# FTSE Index | GBP | Europe/London | index
^FTSE | FTSE 100 | - | - | - | 1984 | 8200
# XETRA | EUR | Europe/Berlin | index
^GDAXI | DAX | - | - | - | 1988 | 19000
# Osaka | JPY | Asia/Tokyo | index
^N225 | Nikkei 225 | - | - | - | 1970 | 38000
# HKSE | HKD | Asia/Hong_Kong | index
^HSI | Hang Seng Index | - | - | - | 1986 | 19000
# CCY | USD | Europe/London | currency
EURUSD=X | EUR/USD | - | - | - | 1999 | 1.1
GBPUSD=X | GBP/USD | - | - | - | 1990 | 1.35
AUDUSD=X | AUD/USD | - | - | - | 1990 | 0.66
NZDUSD=X | NZD/USD | - | - | - | 1990 | 0.6
# CCY | JPY | Europe/London | currency
USDJPY=X | USD/JPY | - | - | - | 1990 | 130
# CCY | CHF | Europe/London | currency
USDCHF=X | USD/CHF | - | - | - | 1990 | 0.88
# CCY | SEK | Europe/London | currency
USDSEK=X | USD/SEK | - | - | - | 1990 | 10.4
# CCY | NOK | Europe/London | currency
USDNOK=X | USD/NOK | - | - | - | 1990 | 10.6
# CCY | DKK | Europe/London | currency
USDDKK=X | USD/DKK | - | - | - | 1990 | 6.8
# CCY | PLN | Europe/London | currency
USDPLN=X | USD/PLN | - | - | - | 1990 | 3.9
# CCY | HUF | Europe/London | currency
USDHUF=X | USD/HUF | - | - | - | 1990 | 360
# CCY | CZK | Europe/London | currency
USDCZK=X | USD/CZK | - | - | - | 1990 | 23
# CCY | CAD | Europe/London | currency
USDCAD=X | USD/CAD | - | - | - | 1990 | 1.37
# CCY | HKD | Europe/London | currency
USDHKD=X | USD/HKD | - | - | - | 1990 | 7.8
# CCY | SGD | Europe/London | currency
USDSGD=X | USD/SGD | - | - | - | 1990 | 1.33
# CCY | INR | Europe/London | currency
USDINR=X | USD/INR | - | - | - | 1990 | 84
# CCY | CNY | Europe/London | currency
USDCNY=X | USD/CNY | - | - | - | 1990 | 7.2
# CCY | KRW | Europe/London | currency
USDKRW=X | USD/KRW | - | - | - | 1990 | 1350
# CCY | TWD | Europe/London | currency
USDTWD=X | USD/TWD | - | - | - | 1990 | 32
# CCY | ILS | Europe/London | currency
USDILS=X | USD/ILS | - | - | - | 1990 | 3.6
# CCY | ZAR | Europe/London | currency
USDZAR=X | USD/ZAR | - | - | - | 1990 | 18
# CCY | BRL | Europe/London | currency
USDBRL=X | USD/BRL | - | - | - | 1990 | 5.4
# CCY | MXN | Europe/London | currency
USDMXN=X | USD/MXN | - | - | - | 1990 | 18.5
# CCY | TRY | Europe/London | currency
USDTRY=X | USD/TRY | - | - | - | 1990 | 40
# XETRA | EUR | Europe/Berlin | equity
APC.DE | Apple Inc. | US0378331005 | Technology | Consumer Electronics | 1999 | 210
AIR.DE | Airbus SE | NL0000235190 | Industrials | Aerospace & Defense | 2000 | 150
# Euronext Amsterdam | EUR | Europe/Amsterdam | equity
SHELL.AS | Shell plc | GB00BP6MXD84 | Energy | Oil & Gas Integrated | 2005 | 31
# Hong Kong Stock Exchange | HKD | Asia/Hong_Kong | equity
0005.HK | HSBC Holdings plc | GB0005405286 | Financial Services | Banks - Diversified | 1991 | 70
`;
