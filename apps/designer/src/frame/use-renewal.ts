import { useEffect } from 'react';
import { SessionOut } from '../api.ts';
import { useApi } from './api-context.ts';
import type { Page } from './page-link.ts';

const renewMs = 5 * 60_000;

/** Renews the access of the frame as long as it is open; the page hears of a session that is over. */
export function useRenewal(page: Page): void {
  const api = useApi();
  useEffect(() => {
    const timer = setInterval(() => {
      void api.renew().catch((error: unknown) => {
        if (error instanceof SessionOut) page.tell({ type: 'sessionOut', data: {} });
      });
    }, renewMs);
    return () => clearInterval(timer);
  }, [api, page]);
}
