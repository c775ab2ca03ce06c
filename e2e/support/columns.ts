/** The columns of a chart without bars. */
export const emptyColumns = { time: [], open: [], high: [], low: [], close: [], volume: [], studies: [] };
