import { otherLooks, testSeededScreens } from '../../support/looks.ts';
import { chartScreens } from '../../support/screens/chart-screens.ts';
import { stockScreens } from '../../support/screens/stock-screens.ts';

testSeededScreens({ ...stockScreens, ...chartScreens }, otherLooks);
