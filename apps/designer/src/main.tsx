import './theme.css';
import { setEnterpriseZone } from '@parley/ui/format';
import { restoreLanguage } from '@parley/ui/i18n';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { loadColors } from './brand.ts';
import { readAddress, toFormPage } from './frame/address.ts';
import { makeHttpApi } from './frame/http-api.ts';
import { linkToPage } from './frame/page-link.ts';

// The scroll lock of dialogs writes a style of its own, and knows the nonce by this name only.
(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

// The server does not see a hash, and answers an address that does not say what it is of with this page.
const formPage = toFormPage(location);
if (formPage !== undefined) location.replace(formPage);

const address = readAddress(location);
setEnterpriseZone(address?.zone);
const opened = address && {
  api: makeHttpApi(address.accessId, address.journeyId),
  journeyId: address.journeyId,
  nodeId: address.nodeId,
  owner: address.owner,
  drawn: address.drawn,
  page: linkToPage(address.journeyId),
};
// Colours and words come first: drawing without them would show another product for a moment.
const [colors] = await Promise.all([loadColors(), restoreLanguage()]);
createRoot(root).render(
  <StrictMode>
    <App colors={colors} opened={opened} />
  </StrictMode>,
);
