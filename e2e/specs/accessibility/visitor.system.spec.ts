import { otherLooks, testVisitorScreens } from '../../support/looks.ts';
import { visitorScreens } from '../../support/screens/account-screens.ts';
import { publicScreens } from '../../support/screens/screens.ts';
import { confirmScreens } from '../../support/screens/signals-screens.ts';

testVisitorScreens({ ...publicScreens, ...confirmScreens, ...visitorScreens }, otherLooks);
