import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

const complaints: unknown[][] = [];

beforeEach(() => {
  complaints.length = 0;
  localStorage.clear();
  vi.spyOn(console, 'error').mockImplementation((...words) => {
    complaints.push(words);
  });
});

// What React or a library complains about is a defect, even where the page looks right.
afterEach(() => {
  cleanup();
  expect(complaints, 'console.error was called').toEqual([]);
});
