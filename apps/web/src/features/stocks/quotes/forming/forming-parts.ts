import { Forming } from './forming.tsx';
import { FormingKey, FormingLegend } from './forming-legend.tsx';

/** Everything about the bar in progress but the code that draws it, which needs that of the chart. */
export const formingParts = { Forming, FormingLegend, FormingKey };
