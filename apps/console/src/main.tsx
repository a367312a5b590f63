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

// Brand and words come first: drawing without them would show another product for a moment.
await Promise.all([loadBrand(), restoreLanguage()]);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
