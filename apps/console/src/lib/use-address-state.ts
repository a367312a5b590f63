import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

type Change<T> = (part: Partial<T>, options?: { isReplacing?: boolean }) => void;
export type AddressState<T> = {
  search: T;
  /** Changes what the address says and leaves the rest. */
  change: Change<T>;
  /** Changes what narrows a list, which then starts with its first row again, unless `part` says otherwise. */
  filter: Change<T>;
};

/**
 * Keeps a screen's state in its address: filters, page, open row. Each change is a step that Back undoes, unless it replaces the one
 * before, as each pause in typing does.
 * @param schema reads any address; unreadable values fall back to their defaults
 */
export function useAddressState<T extends object>(schema: { parse: (search: unknown) => T }): AddressState<T> {
  const search = schema.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = useCallback<Change<T>>(
    (part, { isReplacing = false } = {}) =>
      void navigate({ to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...part }) as never, replace: isReplacing }),
    [navigate],
  );
  const filter = useCallback<Change<T>>((part, options) => change({ from: 0, ...part } as Partial<T>, options), [change]);
  return { search, change, filter };
}
