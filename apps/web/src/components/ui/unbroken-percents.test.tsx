import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { UnbrokenPercents } from './unbroken-percents.tsx';

it('keeps numbers and their per cent signs on one line, and the text as it is', () => {
  const text = 'First 70 % of the time: +84 %. Last 30 %: −6 %.';
  const { container } = render(<UnbrokenPercents text={text} />);
  expect(container.textContent).toBe(text);
  const unbroken = [...container.querySelectorAll('.whitespace-nowrap')];
  expect(unbroken.map(({ textContent }) => textContent)).toEqual(['70 %', '+84 %', '30 %', '−6 %']);
});
