import { useEffect } from 'react';
import { isToldAlready } from './api.ts';
import { describeFailure, readFieldErrors } from './errors.ts';
import { showToast } from './toasts.ts';

/** The server's words as an error toast, with who uses the thing where it says so, unless the call has told already. */
export function tellFailure(error: unknown): void {
  if (isToldAlready(error)) return;
  const { message, data } = describeFailure(error);
  const users = (Array.isArray(data.users) ? data.users : []).filter((user): user is string => typeof user === 'string');
  const missing = users.filter((user) => !message.includes(user));
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
