import { showPlain } from '@parley/contract';
import type { PaymentLink } from './payments.ts';

const toHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const buttons = [
  ['pay', 'Pay'],
  ['fail', 'Fail'],
  ['cancel', 'Cancel'],
  ['expire', 'Expire'],
] as const;

/** The page on which a person pays: the simulator's own, so it has no brand and no words to translate. */
export function payPage(link: PaymentLink): string {
  const failed = link.payments?.at(-1)?.status === 'failed' ? '<p role="alert">The payment failed. Try again.</p>' : '';
  const forms = buttons
    .map(([how, label]) => `<form method="post" action="/pay/${toHtml(link.id)}/${how}"><button>${label}</button></form>`)
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Payment simulator</title><style>body{font:16px/1.5 system-ui;max-width:28rem;margin:2rem auto;padding:0 1rem}
form{display:inline-block;margin:0 .5rem .5rem 0}button{font:inherit;padding:.5rem 1rem;min-height:44px}
@media(prefers-color-scheme:dark){body{background:#1a1b1e;color:#e9ecef}}</style></head><body>
<h1>Payment simulator</h1><p>${toHtml(link.description)}</p>
<p><strong>${toHtml(link.currency)} ${showPlain(link.amount / 100, 2)}</strong> for ${toHtml(link.reference_id)}</p>
${failed}${link.status === 'created' ? forms : `<p role="status">This link is ${toHtml(link.status)}.</p>`}</body></html>`;
}
