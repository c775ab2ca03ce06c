import { testScreens } from '../../support/looks.ts';
import { screenGroups } from '../../support/screens/all-screens.ts';

testScreens(screenGroups.moveIn);
