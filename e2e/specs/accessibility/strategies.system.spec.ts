import { otherLooks, testSeededScreens } from '../../support/looks.ts';
import { strategiesScreens } from '../../support/screens/strategies-screens.ts';

testSeededScreens(strategiesScreens, otherLooks);
