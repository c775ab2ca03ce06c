import { otherLooks, testSeededScreens } from '../../support/looks.ts';
import { listScreens } from '../../support/screens/list-screens.ts';

testSeededScreens(listScreens, otherLooks);
