import { otherLooks, testScreens } from '../support/looks.ts';

testScreens(otherLooks);
