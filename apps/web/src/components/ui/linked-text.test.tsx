import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LinkedText } from './linked-text.tsx';

it('marks words, also within links, and shows everything else as it is', () => {
  const text = 'A <b>plan</b>: see https://example.com/plan, a plan.';
  const marked = [...text.matchAll(/plan/g)].map(({ index }) => ({ offset: index, length: 4 }));
  const { container } = render(<LinkedText text={text} marked={marked} />);
  expect(container.textContent).toBe(text);
  expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(
    Array(3).fill('plan'),
  );
  const link = container.querySelector('a');
  expect(link?.getAttribute('href')).toBe('https://example.com/plan');
  expect(link?.querySelector('mark')).not.toBeNull();
  expect(container.querySelector('b')).toBeNull();
});
