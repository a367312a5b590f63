import { useEffect } from 'react';
import { isToldAlready } from './api.ts';
import { describeFailure, readFieldErrors } from './errors.ts';
import { showToast } from './toasts.ts';

/** The server's words as an error toast, with the uses of the thing where it names them, unless the call has told already. */
export function tellFailure(error: unknown): void {
  if (isToldAlready(error)) return;
  const { message, data } = describeFailure(error);
  const uses = (Array.isArray(data.uses) ? data.uses : []).filter((use): use is string => typeof use === 'string');
  const missing = uses.filter((use) => !message.includes(use));
  showToast('error', missing.length > 0 ? `${message} ${missing.join(', ')}` : message);
}

/** Every fault of a refused save as a line of one toast (ENTITY-044). */
export function tellErrors(error: unknown): void {
  const lines = [...new Set(readFieldErrors(error).map(({ message }) => message))];
  if (lines.length === 0) {
    tellFailure(error);
    return;
  }
  showToast(
    'error',
    lines.map((line) => <div key={line}>{line}</div>),
  );
}

/** Tells the failure of a list as a toast as well: once, however often the list is asked for again. */
export function useTellFailure(error: unknown): void {
  const words = error && !isToldAlready(error) ? describeFailure(error).message : '';
  useEffect(() => {
    if (words) showToast('error', words);
  }, [words]);
}
