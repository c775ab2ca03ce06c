import { fireEvent } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { listenToLevelPointer } from './level-pointer.ts';

/** A chart of 100 pixels, on which the price is 100 at the top and falls by 1 per pixel; a level lies at 60. */
function open() {
  const element = document.body.appendChild(document.createElement('div'));
  element.setPointerCapture = () => {};
  const level = { id: 'rule', price: 60, isDraft: false, isDuringSession: false };
  const events = { onStart: vi.fn(), onDrag: vi.fn() };
  const scale = {
    levelAt: (y: number, tolerance: number) => (Math.abs(y - 40) <= tolerance ? level : undefined),
    priceAt: (y: number) => (y <= 100 ? 100 - y : null),
    heightOf: (price: number) => 100 - price,
  };
  const stop = listenToLevelPointer(element, scale, { current: events });
  onTestFinished(() => {
    stop();
    element.remove();
  });
  const chart = element.appendChild(document.createElement('canvas'));
  const onChart = vi.fn();
  chart.addEventListener('mousedown', onChart);
  return { element, chart, events, onChart };
}

const pointer = (clientY: number, pointerType = 'mouse') => ({
  clientY,
  pointerType,
  isPrimary: true,
  button: 0,
});

it('drags the line by as much as the pointer, and keeps the chart from scrolling', () => {
  const { chart, events, onChart } = open();
  fireEvent.pointerDown(chart, pointer(43));
  fireEvent.mouseDown(chart, { clientY: 43 });
  fireEvent.pointerMove(chart, pointer(50));
  fireEvent.pointerUp(chart, pointer(50));
  fireEvent.pointerMove(chart, pointer(70));
  expect(events.onDrag.mock.calls).toEqual([['rule', 53]]);
  expect(onChart).not.toHaveBeenCalled();
});

it('drags the line by as much as the pointer when the chart moves meanwhile', () => {
  const { element, chart, events } = open();
  fireEvent.pointerDown(chart, pointer(40));
  element.getBoundingClientRect = () => new DOMRect(0, 92, 100, 100);
  fireEvent.pointerMove(chart, pointer(32));
  expect(events.onDrag.mock.calls).toEqual([['rule', 68]]);
});

it('leaves the chart alone beside a line', () => {
  const { chart, events, onChart } = open();
  fireEvent.pointerDown(chart, pointer(20));
  fireEvent.mouseDown(chart, { clientY: 20 });
  fireEvent.pointerMove(chart, pointer(50));
  expect(events.onDrag).not.toHaveBeenCalled();
  expect(onChart).toHaveBeenCalledTimes(1);
});

it('starts a level at a right click in the price pane, in place of the menu of the browser', () => {
  const { chart, events } = open();
  expect(fireEvent.contextMenu(chart, { clientY: 30 })).toBe(false);
  expect(events.onStart).toHaveBeenCalledWith(70);
  expect(fireEvent.contextMenu(chart, { clientY: 130 })).toBe(true);
  expect(fireEvent.contextMenu(chart, { clientY: 30, shiftKey: true })).toBe(true);
  expect(events.onStart).toHaveBeenCalledTimes(1);
});

it('starts a level after a long press of a finger that does not move, with a vibration', () => {
  vi.useFakeTimers();
  const vibrate = vi.fn();
  vi.stubGlobal('navigator', { ...navigator, vibrate });
  const { chart, events } = open();
  fireEvent.pointerDown(chart, pointer(10, 'touch'));
  fireEvent.pointerMove(chart, pointer(30, 'touch'));
  vi.advanceTimersByTime(1000);
  expect(events.onStart).not.toHaveBeenCalled();
  fireEvent.pointerUp(chart, pointer(30, 'touch'));
  fireEvent.pointerDown(chart, pointer(10, 'touch'));
  vi.advanceTimersByTime(1000);
  expect(events.onStart).toHaveBeenCalledWith(90);
  expect(vibrate).toHaveBeenCalledTimes(1);
});

it('leaves buttons and separators above a line alone', () => {
  vi.useFakeTimers();
  const { chart, events } = open();
  const button = document.createElement('button');
  chart.after(button);
  fireEvent.pointerDown(button, pointer(43, 'touch'));
  vi.advanceTimersByTime(1000);
  fireEvent.pointerMove(button, pointer(50, 'touch'));
  expect(fireEvent.touchStart(button)).toBe(true);
  expect(fireEvent.contextMenu(button, { clientY: 43 })).toBe(true);
  expect(events.onStart).not.toHaveBeenCalled();
  expect(events.onDrag).not.toHaveBeenCalled();
});
