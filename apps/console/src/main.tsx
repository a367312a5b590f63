import '@parley/contract/z';
import './theme/app.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { loadBrand } from './features/account/shared/brand.ts';
import { meQuery } from './features/account/shared/me.ts';
import { restoreLanguage } from './lib/i18n.ts';
import { keepInstallQuestion } from './lib/install.ts';
import { queryClient } from './lib/query-client.ts';
import { getToken } from './lib/session.ts';
import { leaveWithSession } from './router.tsx';

// The scroll lock of dialogs writes a style of its own, and knows the nonce by this name only.
(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

leaveWithSession();
keepInstallQuestion();
// The profile is fetched at once if there is a token; the guard of the screens waits for the same response.
if (getToken()) void queryClient.prefetchQuery(meQuery);

/**
 * Brand and words come first: drawing without them would show another product for a moment. Not awaited by the module itself: a list of words
 * imports this script, and would wait for it while it waits for the list.
 */
async function draw(into: HTMLElement): Promise<void> {
  await Promise.all([loadBrand(), restoreLanguage()]);
  createRoot(into).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
void draw(root);
