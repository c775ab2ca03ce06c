export const simulationTerms =
  'Long only, one position per stock, each stock with its own cash. Bars without volume are traded too.';
