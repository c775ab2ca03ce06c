import { useCallback, useState } from 'react';
import { useUndoToast } from '#components/feedback/toasts.tsx';
import { useDrawings } from './api.ts';
import type { BegunPress } from './press.ts';
import { type Drawing, nameOf, type Shape } from './shapes.ts';

export type DrawingTools = ReturnType<typeof useDrawingTools>;

/** The drawings of a stock's chart, and what the user is doing with them. */
export function useDrawingTools(symbol: string, hasBars: boolean) {
  const { drawings, change } = useDrawings(symbol, hasBars);
  const showToast = useUndoToast();
  /** The kind that the pointer places next; null for none. */
  const [tool, setTool] = useState<Shape['kind'] | null>(null);
  /** The press of a shape that is not painted yet. */
  const [begun, setBegun] = useState<BegunPress | null>(null);
  const [measurement, setMeasurement] = useState<Shape | null>(null);
  const [selected, setSelected] = useState<{ readonly id: string; readonly hasFocus: boolean } | null>(null);

  const select = useCallback(
    (id: string | null, hasFocus = false) => setSelected(id === null ? null : { id, hasFocus }),
    [],
  );

  function remove(id: string) {
    const removed = drawings.find((drawing) => drawing.id === id);
    if (!removed) return;
    const index = drawings.indexOf(removed);
    change((current) => current.filter((drawing) => drawing.id !== id));
    select(null);
    showToast({
      message: `${nameOf(removed)} deleted.`,
      onUndo: () => change((current) => [...current.slice(0, index), removed, ...current.slice(index)]),
    });
  }

  return {
    drawings,
    tool,
    setTool,
    begun,
    setBegun,
    measurement,
    setMeasurement,
    selected,
    select,
    /** Adds a drawing, or replaces the one with its id. */
    put: (drawing: Drawing) =>
      change((current) =>
        current.some(({ id }) => id === drawing.id)
          ? current.map((each) => (each.id === drawing.id ? drawing : each))
          : [...current, drawing],
      ),
    edit: (id: string, edit: (drawing: Drawing) => Drawing) =>
      change((current) => current.map((drawing) => (drawing.id === id ? edit(drawing) : drawing))),
    remove,
    /** Whether anything is painted or about to be: the code that paints is loaded then. */
    isUsed: drawings.length > 0 || tool !== null || begun !== null || measurement !== null,
  };
}

/** A UUID, also where the page has no secure context and `crypto.randomUUID` is missing. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte, index) =>
    // Version 4, variant 1 (RFC 9562).
    (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte)
      .toString(16)
      .padStart(2, '0'),
  );
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
