import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isToldAlready } from './api.ts';
import { describeFailure } from './errors.ts';
import { showToast } from './toasts.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `isQuiet`: the screen tells the failure itself, beside the field or in the list. */
    mutationMeta: { isQuiet?: boolean };
    /** `isPublic`: read without a session, for the screens before it; it stays when one ends. */
    queryMeta: { isQuiet?: boolean; isPublic?: boolean };
  }
}

/**
 * Reads are retried once; what the server refuses is not asked again. A failed change shows the server's words, and so does a
 * failed read that leaves old rows on the screen; a read without rows shows its failure in place.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (failureCount, error) => failureCount < 1 && !isRefusal(error) },
    mutations: { retry: false },
  },
  mutationCache: new MutationCache({ onError: (error, _variables, _result, mutation) => tell(error, mutation.meta?.isQuiet) }),
  queryCache: new QueryCache({ onError: (error, query) => tell(error, query.meta?.isQuiet || query.state.data === undefined) }),
});

/** Forgets what was read and changed in a session. The login screen, which is there by then, keeps what it waits for. */
export function forgetSession(): void {
  queryClient.removeQueries({ predicate: ({ meta }) => !meta?.isPublic });
  queryClient.getMutationCache().clear();
}

function tell(error: unknown, isQuiet = false): void {
  if (!isQuiet && !isToldAlready(error)) showToast('error', describeFailure(error).message);
}

const isRefusal = (error: unknown) => error instanceof ApiError && error.httpStatus >= 400 && error.httpStatus < 500;
