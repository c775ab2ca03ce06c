import { otherLooks, testSeededScreens } from '../../support/looks.ts';
import { signalsScreens } from '../../support/screens/signals-screens.ts';

testSeededScreens(signalsScreens, otherLooks);
