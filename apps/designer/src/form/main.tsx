import '../theme.css';
import { setEnterpriseCountry, setEnterpriseZone } from '@parley/ui/format';
import { restoreLanguage } from '@parley/ui/i18n';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadColors } from '../brand.ts';
import { readFormAddress } from '../frame/address.ts';
import { linkToPage } from '../frame/page-link.ts';
import { FormApp } from './form-app.tsx';
import { makeFormApi } from './http-form-api.ts';

// The scroll lock of dialogs writes a style of its own, and knows the nonce by this name only.
(globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

const root = document.getElementById('root');
if (!root) throw new Error('form.html has no #root');

const address = readFormAddress(location);
setEnterpriseZone(address?.zone);
setEnterpriseCountry(address?.country);
const opened = address && {
  api: makeFormApi(address.accessId, address.formId),
  formId: address.formId,
  screenId: address.screenId,
  owner: address.owner,
  page: linkToPage(address.formId),
};
// Colours and words come first: drawing without them would show another product for a moment.
const [colors] = await Promise.all([loadColors(), restoreLanguage()]);
createRoot(root).render(
  <StrictMode>
    <FormApp colors={colors} opened={opened} />
  </StrictMode>,
);
