import { useRef, useState } from 'react';
import { connectionSentence, serverSentence } from '#lib/api/server-error.ts';
import { useSendAnswer } from '../api.ts';

/** The answers to questions about a move, and the names and currencies of its portfolios, by their keys. */
export interface Answers {
  /** Resolves with whether the server has taken the answer. */
  readonly send: (key: string, value: string) => Promise<boolean>;
  /** Resolves when no answer is on its way, with whether the server has taken the last one. */
  readonly settled: () => Promise<boolean>;
  /** Whether an answer is on its way. */
  readonly isBusy: boolean;
  /** Why the server has not taken the last answer; null if it has. */
  readonly errorOf: (key: string) => string | null;
}

/** Sends each answer at once. @param onTaken is called after the report has changed */
export function useAnswers(moveId: string, onTaken: () => void): Answers {
  const { mutateAsync, isPending } = useSendAnswer(moveId);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const last = useRef(Promise.resolve(true));

  async function sendNow(key: string, value: string): Promise<boolean> {
    setErrors(({ [key]: _, ...others }) => others);
    try {
      await mutateAsync({ moveId, answers: { [key]: value } });
    } catch (error) {
      const sentence = serverSentence(error) ?? connectionSentence(error) ?? 'Failed to save the answer';
      setErrors((before) => ({ ...before, [key]: sentence }));
      return false;
    }
    onTaken();
    return true;
  }

  return {
    send: (key, value) => {
      last.current = sendNow(key, value);
      return last.current;
    },
    settled: () => {
      const sent = last.current;
      // Whoever has seen the mistake may go on without the change.
      last.current = Promise.resolve(true);
      return sent;
    },
    isBusy: isPending,
    errorOf: (key) => errors[key] ?? null,
  };
}

/** The value of a control whose changes are sent: as it is stored, until it is changed, and again once it is sent. */
export function useSentValue(stored: string, send: (value: string) => Promise<boolean>) {
  const [draft, setDraft] = useState<string | null>(null);

  async function settle(next: string | null): Promise<void> {
    const value = next?.trim() ?? stored;
    setDraft(value === stored ? null : value);
    if (value !== stored && (await send(value))) setDraft(null);
  }

  return {
    value: draft ?? stored,
    change: setDraft,
    /** Sends what was typed. */
    leave: () => settle(draft),
    /** Sends a choice. */
    choose: settle,
  };
}
