import { otherLooks, testAccountScreens } from '../../support/looks.ts';
import { accountScreens } from '../../support/screens/account-screens.ts';
import { emptyStateScreens } from '../../support/screens/screens.ts';

testAccountScreens({ ...emptyStateScreens, ...accountScreens }, otherLooks);
