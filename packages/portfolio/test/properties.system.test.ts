import { describe } from 'vitest';
import { testProperties } from './properties.ts';

// In parts, so that each test ends within its time on a busy machine.
describe.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('a tenth of 10,000 books, part %i', () => {
  testProperties(1000);
});
