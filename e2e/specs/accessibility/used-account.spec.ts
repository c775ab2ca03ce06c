import { testSeededScreens } from '../../support/looks.ts';
import { seededUserScreens } from '../../support/screens/seeded-user-screens.ts';

testSeededScreens(seededUserScreens);
